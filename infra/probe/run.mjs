import { certificateEnd } from './certificate.mjs';
import { Client, StepFailure } from './client.mjs';
import { LiveSocket } from './live-socket.mjs';

/** In their order. */
export const STEPS = ['page', 'sign-in', 'feed', 'poll', 'socket', 'vote', 'tally', 'tidy', 'sign-out'];
const POLL = { question: 'Does voting work?', options: ['Yes', 'No'] };
/** Another probe's poll is in use for seconds; one that is older was left behind. */
const LEFT_BEHIND_MS = 10 * 60_000;
/** What is cleaned up after a failure may cost so much more. */
const CLEAN_UP_MS = 5_000;

/**
 * @typedef {object} Target
 * @property {string} origin
 * @property {string} account email address
 * @property {string} password
 * @property {number} stepMs limit for each step
 * @property {number} totalMs limit for all of them
 */
/**
 * @typedef {object} Outcome
 * @property {string | undefined} failed the step that failed
 * @property {string} reason '' where none did
 * @property {Record<string, number>} durations seconds of each step that was begun
 * @property {number} seconds of the whole run
 * @property {number} requests
 * @property {number | undefined} certificateEnd milliseconds since 1970
 */

/**
 * Does once what a person does: opens the page, signs in, reads the feed, asks a poll that nobody else sees, votes,
 * waits for the tally on the socket, removes the poll, signs out. Never rejects, and takes no longer than the limits.
 * @param {Target} target
 * @returns {Promise<Outcome>}
 */
export async function probe(target) {
  const began = performance.now();
  const whole = AbortSignal.timeout(target.totalMs);
  const client = new Client(target.origin, 'inkling-probe');
  /** @type {Record<string, number>} */
  const durations = {};
  const visit = { client, target, pollId: undefined, socket: undefined, signedIn: false };
  const end = certificateEnd(target.origin, target.stepMs);
  let failed;
  let reason = '';
  for (const step of STEPS) {
    const start = performance.now();
    const signal = AbortSignal.any([whole, AbortSignal.timeout(target.stepMs)]);
    try {
      await TAKE[step](visit, signal);
    } catch (error) {
      failed = step;
      // A fault of the probe itself must not look like one of the product without its name.
      reason = error instanceof StepFailure ? error.message : String(error?.stack ?? error);
    }
    durations[step] = (performance.now() - start) / 1_000;
    if (failed) break;
  }
  if (failed) await cleanUp(visit);
  visit.socket?.close();
  const seconds = (performance.now() - began) / 1_000;
  return { failed, reason, durations, seconds, requests: client.requests, certificateEnd: await end };
}

/** What each step does with the visit. */
const TAKE = {
  async page({ client }, signal) {
    const { text } = await client.send('GET', '/', { status: 200, signal });
    if (!/<html/i.test(text)) throw new StepFailure('GET / is no page');
  },
  async 'sign-in'(visit, signal) {
    const { account: email, password } = visit.target;
    await visit.client.send('POST', '/api/auth/login', { body: { email, password }, status: 200, signal });
    visit.signedIn = true;
  },
  async feed({ client }, signal) {
    const { json } = await client.send('GET', '/api/polls', { status: 200, signal });
    if (!Array.isArray(json?.polls)) throw new StepFailure('GET /api/polls has no polls');
  },
  async poll(visit, signal) {
    const { json } = await visit.client.send('POST', '/api/polls', { body: POLL, status: 201, signal });
    visit.pollId = json.id;
  },
  async socket(visit, signal) {
    visit.socket = new LiveSocket(visit.client.origin, visit.client.headers);
    await visit.socket.subscribe(visit.pollId, signal);
  },
  async vote({ client, pollId }, signal) {
    const body = { pollId, optionIndex: 0 };
    const { json } = await client.send('POST', '/api/votes', { body, status: 200, signal });
    if (json?.userVote !== 0 || json.votesCount !== 1) throw new StepFailure('The vote was not counted');
  },
  async tally({ socket, pollId }, signal) {
    const counted = (frame) => frame.type === 'poll_vote' && frame.pollId === pollId && frame.votesCount === 1;
    await socket.frame(counted, signal, 'does not tell of the vote');
  },
  async tidy(visit, signal) {
    await visit.client.send('DELETE', `/api/polls/${visit.pollId}`, { status: 204, signal });
    visit.pollId = undefined;
    const { json } = await visit.client.send('GET', '/api/users/me/polls', { status: 200, signal });
    const old = (json?.polls ?? []).filter(({ createdAt }) => Date.parse(createdAt) < Date.now() - LEFT_BEHIND_MS);
    for (const { id } of old) await visit.client.send('DELETE', `/api/polls/${id}`, { status: 204, signal });
  },
  async 'sign-out'(visit, signal) {
    await visit.client.send('POST', '/api/auth/logout', { status: 204, signal });
    visit.signedIn = false;
  },
};

/** After a failure: the poll and the session, as far as that works. A poll that stays is removed by a later run. */
async function cleanUp({ client, pollId, signedIn }) {
  const signal = AbortSignal.timeout(CLEAN_UP_MS);
  if (pollId !== undefined)
    await client.send('DELETE', `/api/polls/${pollId}`, { status: 204, signal }).catch(() => {});
  if (signedIn) await client.send('POST', '/api/auth/logout', { status: 204, signal }).catch(() => {});
}

/**
 * An outcome in one line.
 * @param {Outcome} outcome
 */
export function lineOf({ failed, reason, durations, seconds }) {
  const took = `${Math.round(seconds * 1_000)} ms`;
  if (failed) return `failed at ${failed} after ${took}: ${reason.split('\n')[0]}`;
  const steps = Object.entries(durations).map(([step, each]) => `${step} ${Math.round(each * 1_000)}`);
  return `ok in ${took} (${steps.join(', ')})`;
}
