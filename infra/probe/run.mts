import { certificateEnd } from './certificate.mts';
import { Client, StepFailure } from './client.mts';
import { LiveSocket } from './live-socket.mts';

/** In their order. */
export const STEPS = ['page', 'sign-in', 'feed', 'poll', 'socket', 'vote', 'tally', 'tidy', 'sign-out'] as const;
export type Step = (typeof STEPS)[number];
const POLL = { question: 'Does voting work?', options: ['Yes', 'No'] };
/** Another probe's poll is in use for seconds only; an older one was left behind. */
const LEFT_BEHIND_MS = 10 * 60_000;
/** How long cleaning up after a failure may take. */
const CLEAN_UP_MS = 5_000;

export interface Target {
  origin: string;
  /** Email address. */
  account: string;
  password: string;
  /** Limit for each step. */
  stepMs: number;
  /** Limit for all steps together. */
  totalMs: number;
}

export interface Outcome {
  /** The step that failed. */
  failed: Step | undefined;
  /** '' unless a step failed. */
  reason: string;
  /** Seconds of each step that was begun. */
  durations: Record<string, number>;
  /** Of the whole run. */
  seconds: number;
  requests: number;
  /** Milliseconds since 1970; undefined without TLS. */
  certificateEnd: number | undefined;
}

/** What a run has so far. */
interface Visit {
  client: Client;
  target: Target;
  signedIn: boolean;
  pollId?: number | undefined;
  socket?: LiveSocket;
}

/**
 * Does once what a person does: opens the page, signs in, reads the feed, creates a poll that nobody else sees, votes,
 * waits for the tally on the socket, removes the poll, signs out. Never rejects, and respects the limits.
 */
export async function probe(target: Target): Promise<Outcome> {
  const began = performance.now();
  const whole = AbortSignal.timeout(target.totalMs);
  const client = new Client(target.origin, 'inkling-probe');
  const durations: Outcome['durations'] = {};
  const visit: Visit = { client, target, signedIn: false };
  const end = certificateEnd(target.origin, target.stepMs);
  let failed: Step | undefined;
  let reason = '';
  for (const step of STEPS) {
    const start = performance.now();
    const signal = AbortSignal.any([whole, AbortSignal.timeout(target.stepMs)]);
    try {
      await TAKE[step](visit, signal);
    } catch (error) {
      failed = step;
      // Anything else is a fault of the probe itself, which its stack shows.
      reason = error instanceof StepFailure ? error.message : String((error as Error).stack ?? error);
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
const TAKE: Record<Step, (visit: Visit, signal: AbortSignal) => Promise<void>> = {
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
    if (json?.id === undefined) throw new StepFailure('POST /api/polls has no poll');
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
    await socket?.frame(
      ({ type, pollId: voted, votesCount }) => type === 'poll_vote' && voted === pollId && votesCount === 1,
      signal,
      'does not send the vote',
    );
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

/** Ends the poll and the session of a failed run, if it can. A later run removes a poll that stays. */
async function cleanUp({ client, pollId, signedIn }: Visit) {
  const signal = AbortSignal.timeout(CLEAN_UP_MS);
  if (pollId !== undefined)
    await client.send('DELETE', `/api/polls/${pollId}`, { status: 204, signal }).catch(() => {});
  if (signedIn) await client.send('POST', '/api/auth/logout', { status: 204, signal }).catch(() => {});
}

/** An outcome in one line. */
export function lineOf({ failed, reason, durations, seconds }: Outcome): string {
  const took = `${Math.round(seconds * 1_000)} ms`;
  if (failed) return `failed at ${failed} after ${took}: ${reason.split('\n')[0]}`;
  const steps = Object.entries(durations).map(([step, each]) => `${step} ${Math.round(each * 1_000)}`);
  return `ok in ${took} (${steps.join(', ')})`;
}
