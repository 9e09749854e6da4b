/**
 * A process that holds sockets open and notes when each of them received a vote. It takes one order at a time
 * from its parent and answers it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ServerFrame, WS_PATH } from '@inkling/contracts';
import { answerParent, now } from '../child.mts';
import { sessionCookie } from '../tokens.mts';
import { SocketClient } from './socket-client.mts';

export interface Opening {
  port: number;
  /** The instance's SESSION_SECRET. */
  secret: string;
  /** That all of them watch. */
  pollId: number;
  firstUser: number;
  /** Users, one socket each, with consecutive ids. */
  count: number;
  /** Users whose id is a multiple of this number have voted, and may see counts per option. */
  votedEvery: number;
}
export interface Report {
  /** When each socket received the tally, in milliseconds of the clock that all processes share. */
  times: number[];
  /** Sockets that did not receive it in time. */
  missing: number;
  /** Tallies read so far. */
  frames: number;
  /** Of those, with counts per option for someone who may not see them. */
  leaks: number;
  /** Of those after the answer to a subscription, without them for someone who may. */
  withheld: number;
  /** Of single sockets, the first few. */
  failures: string[];
  /** Sockets that have ended. */
  failed: number;
}
export type Order = { open: Opening } | { expect: number } | { collect: { timeoutMs: number } };

/** Upgrades under way at a time. */
const OPENING = 64;
const SNAPSHOT_MS = 60_000;
const FAILURES_KEPT = 5;
const CHECK_MS = 5;

const seen = { opened: 0, snapshots: 0, frames: 0, leaks: 0, withheld: 0, failed: 0 };
const failures: string[] = [];
/** The total that sockets wait for, and when each received it; NaN until then. */
let expected = Infinity;
let times = new Float64Array(0);
let received = 0;

function fail(reason: string) {
  seen.failed += 1;
  if (failures.length < FAILURES_KEPT) failures.push(reason);
}

async function openOne({ port, secret, pollId, votedEvery }: Opening, userId: number) {
  const mayCount = userId % votedEvery === 0;
  const place = seen.opened;
  seen.opened += 1;
  let answered = false;
  const onText = (payload: Buffer) => {
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
      received += 1;
    }
    return undefined;
  };
  const cookie = sessionCookie(userId, secret);
  const client = await SocketClient.open({ port, path: WS_PATH, cookie, onText, onEnd: fail });
  client.send(JSON.stringify({ type: 'subscribe', pollId }));
}

async function open(opening: Opening) {
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

async function collect(timeoutMs: number): Promise<Report> {
  const deadline = now() + timeoutMs;
  while (received < seen.opened && now() < deadline) await wait(CHECK_MS);
  return { times: [...times].filter((time) => !Number.isNaN(time)), missing: seen.opened - received, ...counts() };
}

const counts = () => ({
  frames: seen.frames,
  leaks: seen.leaks,
  withheld: seen.withheld,
  failed: seen.failed,
  failures,
});

answerParent(async (order: Order): Promise<object> => {
  if ('open' in order) {
    await open(order.open);
    return { times: [], missing: 0, ...counts() };
  }
  if ('collect' in order) return collect(order.collect.timeoutMs);
  expected = order.expect;
  times = new Float64Array(seen.opened).fill(Number.NaN);
  received = 0;
  return {};
});
