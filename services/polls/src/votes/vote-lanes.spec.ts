import { describe, expect, it } from '@jest/globals';
import { VoteLanes, type Ballot, type VoteResult } from './vote-lanes.js';

/** A store whose batches are answered by hand. */
function lanesOf(count: number) {
  const batches: { ballots: readonly Ballot[]; answer(results: VoteResult[]): void; fail(error: Error): void }[] = [];
  const failures: unknown[] = [];
  const lanes = new VoteLanes(
    count,
    (ballots) => new Promise((resolve, reject) => batches.push({ ballots, answer: resolve, fail: reject })),
    (error) => failures.push(error),
  );
  return { lanes, batches, failures };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const cast = (lanes: VoteLanes, pollId: number, userId: number, option = 0): Promise<VoteResult> =>
  new Promise((resolve) => lanes.cast({ pollId, userId, option }, resolve));
const recorded = (ballots: readonly Ballot[]): VoteResult[] =>
  ballots.map(({ pollId }) => ({ outcome: 'recorded', poll: { pollId, text: '' } }));

describe('vote lanes', () => {
  it('take what is there at once, and gather what comes while they are busy', async () => {
    const { lanes, batches } = lanesOf(1);
    const first = cast(lanes, 1, 1);
    await turn();
    expect(batches).toHaveLength(1);
    const later = [2, 3, 4].map((userId) => cast(lanes, 1, userId));
    await turn();
    expect(batches).toHaveLength(1);
    expect(lanes.depth).toBe(3);

    batches[0]!.answer(recorded(batches[0]!.ballots));
    await first;
    await turn();
    expect(batches[1]!.ballots.map((ballot) => ballot.userId)).toEqual([2, 3, 4]);
    batches[1]!.answer(recorded(batches[1]!.ballots));
    expect((await Promise.all(later)).map((result) => result.outcome)).toEqual(['recorded', 'recorded', 'recorded']);
    expect(lanes.depth).toBe(0);
  });

  it('share a crowd among idle lanes, and never take more than 1,000 votes', async () => {
    const { lanes, batches } = lanesOf(2);
    const votes = Array.from({ length: 2_500 }, (_, userId) => cast(lanes, 1, userId + 1));
    await turn();
    expect(batches.map((batch) => batch.ballots.length)).toEqual([1_000, 1_000]);
    for (const batch of batches.slice()) batch.answer(recorded(batch.ballots));
    await turn();
    expect(batches.slice(2).reduce((sum, batch) => sum + batch.ballots.length, 0)).toBe(500);
    for (const batch of batches.slice(2)) batch.answer(recorded(batch.ballots));
    await Promise.all(votes);
    expect(new Set(batches.flatMap((batch) => batch.ballots.map((ballot) => ballot.userId))).size).toBe(2_500);
  });

  it('let a second vote of the same user share the first one’s fate', async () => {
    const { lanes, batches } = lanesOf(2);
    const first = cast(lanes, 1, 1, 2);
    await turn();
    const second = cast(lanes, 1, 1, 0);
    await turn();
    expect(batches).toHaveLength(1);
    batches[0]!.answer(recorded(batches[0]!.ballots));
    expect((await first).outcome).toBe('recorded');
    expect(await second).toEqual({ outcome: 'already-voted', choice: 2 });
  });

  it('cast a follower anew when only the first one’s option was wrong', async () => {
    const { lanes, batches } = lanesOf(1);
    const first = cast(lanes, 1, 1, 5);
    const second = cast(lanes, 1, 1, 1);
    await turn();
    batches[0]!.answer([{ outcome: 'bad-option' }]);
    expect((await first).outcome).toBe('bad-option');
    await turn();
    expect(batches[1]!.ballots.map((ballot) => ballot.option)).toEqual([1]);
    batches[1]!.answer(recorded(batches[1]!.ballots));
    expect((await second).outcome).toBe('recorded');
  });

  it('answer unavailable when a batch fails, and go on', async () => {
    const { lanes, batches, failures } = lanesOf(1);
    const first = cast(lanes, 1, 1);
    await turn();
    batches[0]!.fail(new Error('Connection terminated'));
    expect(await first).toEqual({ outcome: 'unavailable' });
    expect(failures).toHaveLength(1);
    const again = cast(lanes, 1, 1);
    await turn();
    batches[1]!.answer(recorded(batches[1]!.ballots));
    expect((await again).outcome).toBe('recorded');
  });

  it('refuse at once what would wait too long', async () => {
    const { lanes, batches } = lanesOf(1);
    void cast(lanes, 1, 0);
    await turn();
    for (let userId = 1; userId <= 20_000; userId += 1) void cast(lanes, 1, userId);
    expect(await cast(lanes, 1, 20_001)).toEqual({ outcome: 'unavailable' });
    expect(batches).toHaveLength(1);
  });
});
