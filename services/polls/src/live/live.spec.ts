import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LiveTally, pollsRpc, tallySubject } from '@inkling/contracts';
import { LiveBus } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start();
});
afterAll(() => polls.stack.stop());

/** Collects the live tallies of a poll. */
function watch(pollId: number) {
  const seen: { text: string; tally: LiveTally }[] = [];
  const stop = polls.stack.bus.subscribe(tallySubject(pollId), (bytes: Uint8Array) => {
    const text = Buffer.from(bytes).toString();
    seen.push({ text, tally: LiveTally.parse(JSON.parse(text)) });
  });
  return { seen, stop };
}

/**
 * The times at which a poll's tallies leave the service. They are measured here because a busy machine may deliver
 * several at once.
 */
function watchDepartures(pollId: number) {
  const at: number[] = [];
  const bus = polls.part(LiveBus);
  const publish = bus.publish.bind(bus);
  const spy = jest.spyOn(bus, 'publish').mockImplementation((subject, data) => {
    if (subject === tallySubject(pollId)) at.push(performance.now());
    publish(subject, data);
  });
  return { at, stop: () => spy.mockRestore() };
}

describe('live tallies', () => {
  it('follow votes at most four times a second, newest last, without naming voters', async () => {
    const { id } = await polls.ask();
    const { seen, stop } = watch(id);
    const sent = watchDepartures(id);
    let user = 70_000;
    const vote = () => polls.vote(id, (user += 1), user % 3);
    await vote();
    // No second vote is needed to publish the first.
    await eventually(() => seen.length === 1);
    const started = performance.now();
    while (performance.now() - started < 1_000 || seen.length < 4) await Promise.all(Array.from({ length: 10 }, vote));
    const { votesCount, rows } = await polls.count(id);
    await eventually(() => seen.at(-1)?.tally.votesCount === votesCount);
    stop();
    sent.stop();

    expect(sent.at).toHaveLength(seen.length);
    expect(
      sent.at
        .slice(1)
        .map((at, index) => at - sent.at[index]!)
        .every((gap) => gap > 240),
    ).toBe(true);
    const versions = seen.map(({ tally }) => tally.version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(new Set(versions).size).toBe(versions.length);
    expect(seen.at(-1)!.tally).toMatchObject({ pollId: id, votes: rows, cause: 'vote' });
    expect(Object.keys(seen[0]!.tally).toSorted()).toEqual([
      'abstentionsCount',
      'cause',
      'commentsCount',
      'likesCount',
      'pollId',
      'version',
      'votes',
      'votesCount',
    ]);
  });

  it('follow likes as updates, but not repeated ones', async () => {
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

  it('end with a message that the poll is deleted', async () => {
    const { id } = await polls.ask();
    await polls.vote(id, 1, 0);
    const { seen, stop } = watch(id);
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 1 });
    await eventually(() => seen.some(({ tally }) => tally.deleted === true));
    expect(seen.at(-1)!.tally).toMatchObject({ pollId: id, deleted: true, votesCount: 1 });
    stop();
  });
});
