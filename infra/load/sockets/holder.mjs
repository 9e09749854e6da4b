/**
 * A process that holds sockets open and notes when each of them was told of a vote. It takes one order at a time from
 * its parent and answers it.
 */
import { ACCESS_COOKIE, ServerFrame, WS_PATH } from '@inkling/contracts';
import { accessToken, sessionId } from '../tokens.mjs';
import { SocketClient } from './socket-client.mjs';

/**
 * @typedef {object} Opening
 * @property {number} port
 * @property {string} secret the instance's SESSION_SECRET
 * @property {number} pollId that all of them watch
 * @property {number} firstUser
 * @property {number} count users, one socket each, with consecutive ids
 * @property {number} votedEvery users whose id is a multiple of it have voted, and may see counts per option
 */
/**
 * @typedef {object} Report
 * @property {number[]} times when each socket was told, in milliseconds of the clock that all processes share
 * @property {number} missing sockets that were not told in time
 * @property {number} frames tallies read so far
 * @property {number} leaks of those, with counts per option for someone who may not see them
 * @property {number} withheld of those after the answer to a subscription, without them for someone who may
 * @property {string[]} failures of single sockets, the first few
 * @property {number} failed sockets that have ended
 */
/** @typedef {{ open: Opening } | { expect: number } | { collect: { patienceMs: number } }} Order */

/** Upgrades under way at a time. */
const OPENING = 64;
const SNAPSHOT_MS = 60_000;
const FAILURES_KEPT = 5;
const CHECK_MS = 5;

/** Of a clock that is the same in all processes of this machine. */
const now = () => Number(process.hrtime.bigint()) / 1e6;
const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

const seen = { opened: 0, snapshots: 0, frames: 0, leaks: 0, withheld: 0, failed: 0 };
/** @type {string[]} */
const failures = [];
/** The total that sockets are to be told of, and when each was; NaN until then. */
let expected = Infinity;
let times = new Float64Array(0);
let told = 0;

/** @param {string} reason */
function fail(reason) {
  seen.failed += 1;
  if (failures.length < FAILURES_KEPT) failures.push(reason);
}

/** @param {Opening} opening @param {number} userId */
async function openOne({ port, secret, pollId, votedEvery }, userId) {
  const mayCount = userId % votedEvery === 0;
  const place = seen.opened;
  seen.opened += 1;
  let answered = false;
  const onText = (/** @type {Buffer} */ payload) => {
    const at = now();
    const frame = JSON.parse(payload.toString());
    if (frame.type === 'error') return fail(frame.message);
    if ((frame.type !== 'poll_vote' && frame.type !== 'poll_update') || frame.pollId !== pollId) return undefined;
    seen.frames += 1;
    if (frame.options && !mayCount) seen.leaks += 1;
    if (!answered && frame.type === 'poll_update') {
      answered = true;
      seen.snapshots += 1;
      if (!ServerFrame.safeParse(frame).success) fail(`not a frame of the contract: ${payload.toString()}`);
    }
    // A tally of a moment before the answer goes without counts: whether this user may see them is still being asked.
    if (answered && !frame.options && mayCount) seen.withheld += 1;
    if (frame.votesCount >= expected && Number.isNaN(times[place])) {
      times[place] = at;
      told += 1;
    }
    return undefined;
  };
  const cookie = `${ACCESS_COOKIE}=${accessToken({ userId, sessionId: sessionId(userId) }, secret)}`;
  const client = await SocketClient.open({ port, path: WS_PATH, cookie, onText, onEnd: fail });
  client.send(JSON.stringify({ type: 'subscribe', pollId }));
}

/** @param {Opening} opening */
async function open(opening) {
  const answered = seen.snapshots + opening.count;
  let next = 0;
  const work = async () => {
    while (next < opening.count) {
      next += 1;
      await openOne(opening, opening.firstUser + next - 1).catch((error) => fail(error.message));
    }
  };
  await Promise.all(Array.from({ length: OPENING }, work));
  const deadline = now() + SNAPSHOT_MS;
  while (seen.snapshots < answered && seen.failed === 0 && now() < deadline) await wait(CHECK_MS);
  if (seen.snapshots < answered && seen.failed === 0) fail('subscriptions were not answered in time');
}

/** @param {number} patienceMs @returns {Promise<Report>} */
async function collect(patienceMs) {
  const deadline = now() + patienceMs;
  while (told < seen.opened && now() < deadline) await wait(CHECK_MS);
  return { times: [...times].filter((time) => !Number.isNaN(time)), missing: seen.opened - told, ...counts() };
}

const counts = () => ({
  frames: seen.frames,
  leaks: seen.leaks,
  withheld: seen.withheld,
  failed: seen.failed,
  failures,
});

/** @param {any} order @returns {Promise<object>} */
async function obey(order) {
  if (order.open) {
    await open(order.open);
    return { times: [], missing: 0, ...counts() };
  }
  if (order.collect) return collect(order.collect.patienceMs);
  expected = order.expect;
  times = new Float64Array(seen.opened).fill(Number.NaN);
  told = 0;
  return {};
}

process.on(
  'message',
  (order) =>
    void obey(order).then(
      (answer) => process.send?.(answer),
      (error) => process.send?.({ failure: String(error.stack ?? error) }),
    ),
);
process.on('disconnect', () => process.exit(0));
