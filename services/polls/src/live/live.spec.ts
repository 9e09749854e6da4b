import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveTally, pollsRpc, tallySubject } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start();
});
afterAll(() => polls.stack.stop());

/** Collects a poll's tallies with the time of their arrival. */
function watch(pollId: number) {
  const seen: { at: number; text: string; tally: LiveTally }[] = [];
  const stop = polls.stack.bus.subscribe(tallySubject(pollId), (bytes: Uint8Array) => {
    const text = Buffer.from(bytes).toString();
    seen.push({ at: performance.now(), text, tally: LiveTally.parse(JSON.parse(text)) });
  });
  return { seen, stop };
}

describe('live tallies', () => {
  it('follow votes at most four times a second, newest last, and say nothing of voters', async () => {
    const { id } = await polls.ask();
    const { seen, stop } = watch(id);
    const started = performance.now();
    let user = 70_000;
    while (performance.now() - started < 1_000) await Promise.all(Array.from({ length: 10 }, () => polls.vote(id, (user += 1), user % 3)));
    const { votesCount, rows } = await polls.count(id);
    await eventually(() => seen.at(-1)?.tally.votesCount === votesCount);
    stop();

    expect(seen[0]!.at - started).toBeLessThan(250);
    expect(seen.length).toBeLessThanOrEqual(Math.floor((seen.at(-1)!.at - seen[0]!.at) / 240) + 1);
    expect(seen.length).toBeGreaterThanOrEqual(3);
    const versions = seen.map(({ tally }) => tally.version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(new Set(versions).size).toBe(versions.length);
    expect(seen.at(-1)!.tally).toMatchObject({ pollId: id, votes: rows, cause: 'vote' });
    expect(Object.keys(seen[0]!.tally).toSorted()).toEqual(['cause', 'commentsCount', 'likesCount', 'pollId', 'version', 'votes', 'votesCount']);
  });

  it('follow likes as updates, and only those that change something', async () => {
    const { id } = await polls.ask();
    const { seen, stop } = watch(id);
    await polls.stack.rpc.call(pollsRpc.like, { pollId: id, viewerId: 4 });
    await eventually(() => seen.length === 1);
    expect(seen[0]!.tally).toMatchObject({ cause: 'update', likesCount: 1, votesCount: 0 });
    await polls.stack.rpc.call(pollsRpc.like, { pollId: id, viewerId: 4 });
    await polls.stack.rpc.call(pollsRpc.unlike, { pollId: id, viewerId: 4 });
    await eventually(() => seen.length === 2);
    expect(seen[1]!.tally).toMatchObject({ cause: 'update', likesCount: 0 });
    stop();
  });

  it('end with the poll', async () => {
    const { id } = await polls.ask();
    await polls.vote(id, 1, 0);
    const { seen, stop } = watch(id);
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 1 });
    await eventually(() => seen.some(({ tally }) => tally.deleted === true));
    expect(seen.at(-1)!.tally).toMatchObject({ pollId: id, deleted: true, votesCount: 1 });
    stop();
  });
});
