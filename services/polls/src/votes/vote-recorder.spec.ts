import { describe, expect, it } from '@jest/globals';
import { ballotCode } from '@inkling/contracts';
import { VoteRecorder, type Ballot, type PlainResult, type VoteResult } from './vote-recorder.js';

/** A recorder whose batches are answered by hand. */
function recorderOf(concurrency: number) {
  const batches: { ballots: readonly Ballot[]; answer(results: VoteResult[]): void; fail(error: Error): void }[] = [];
  const failures: unknown[] = [];
  const recorder = new VoteRecorder(
    concurrency,
    (ballots) => new Promise((resolve, reject) => batches.push({ ballots, answer: resolve, fail: reject })),
    (error) => failures.push(error),
  );
  return { recorder, batches, failures };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const cast = (recorder: VoteRecorder, pollId: number, userId: number, option = 0): Promise<PlainResult> =>
  new Promise((resolve) => recorder.cast({ pollId, userId, code: ballotCode([option]) }, resolve));
const recorded = (ballots: readonly Ballot[]): VoteResult[] =>
  ballots.map(({ pollId }) => ({ outcome: 'recorded', poll: { pollId, text: '' } }));

describe('the vote recorder', () => {
  it('records a vote at once, and gathers those that arrive while a batch is under way', async () => {
    const { recorder, batches } = recorderOf(1);
    const first = cast(recorder, 1, 1);
    await turn();
    expect(batches).toHaveLength(1);
    const later = [2, 3, 4].map((userId) => cast(recorder, 1, userId));
    await turn();
    expect(batches).toHaveLength(1);
    expect(recorder.depth).toBe(3);

    batches[0]!.answer(recorded(batches[0]!.ballots));
    await first;
    await turn();
    expect(batches[1]!.ballots.map((ballot) => ballot.userId)).toEqual([2, 3, 4]);
    batches[1]!.answer(recorded(batches[1]!.ballots));
    expect((await Promise.all(later)).map((result) => result.outcome)).toEqual(['recorded', 'recorded', 'recorded']);
    expect(recorder.depth).toBe(0);
  });

  it('splits many votes over the free batches, none larger than 1,000', async () => {
    const { recorder, batches } = recorderOf(2);
    const votes = Array.from({ length: 2_500 }, (_, userId) => cast(recorder, 1, userId + 1));
    await turn();
    expect(batches.map((batch) => batch.ballots.length)).toEqual([1_000, 1_000]);
    for (const batch of batches.slice()) batch.answer(recorded(batch.ballots));
    await turn();
    expect(batches.slice(2).reduce((sum, batch) => sum + batch.ballots.length, 0)).toBe(500);
    for (const batch of batches.slice(2)) batch.answer(recorded(batch.ballots));
    await Promise.all(votes);
    expect(new Set(batches.flatMap((batch) => batch.ballots.map((ballot) => ballot.userId))).size).toBe(2_500);
  });

  it('answers a second vote of the same user by the result of the first', async () => {
    const { recorder, batches } = recorderOf(2);
    const first = cast(recorder, 1, 1, 2);
    await turn();
    const second = cast(recorder, 1, 1, 0);
    await turn();
    expect(batches).toHaveLength(1);
    batches[0]!.answer(recorded(batches[0]!.ballots));
    expect((await first).outcome).toBe('recorded');
    expect(await second).toEqual({ outcome: 'already-voted', choice: 2, choices: [2] });
  });

  it('casts the second vote when only the option of the first was bad', async () => {
    const { recorder, batches } = recorderOf(1);
    const first = cast(recorder, 1, 1, 5);
    const second = cast(recorder, 1, 1, 1);
    await turn();
    batches[0]!.answer([{ outcome: 'bad-option' }]);
    expect((await first).outcome).toBe('bad-option');
    await turn();
    expect(batches[1]!.ballots.map((ballot) => ballot.code)).toEqual([ballotCode([1])]);
    batches[1]!.answer(recorded(batches[1]!.ballots));
    expect((await second).outcome).toBe('recorded');
  });

  it('answers unavailable when a batch fails, and continues with the next', async () => {
    const { recorder, batches, failures } = recorderOf(1);
    const first = cast(recorder, 1, 1);
    await turn();
    batches[0]!.fail(new Error('Connection terminated'));
    expect(await first).toEqual({ outcome: 'unavailable' });
    expect(failures).toHaveLength(1);
    const again = cast(recorder, 1, 1);
    await turn();
    batches[1]!.answer(recorded(batches[1]!.ballots));
    expect((await again).outcome).toBe('recorded');
  });

  it('refuses a vote at once when too many wait', async () => {
    const { recorder, batches } = recorderOf(1);
    void cast(recorder, 1, 0);
    await turn();
    for (let userId = 1; userId <= 20_000; userId += 1) void cast(recorder, 1, userId);
    expect(await cast(recorder, 1, 20_001)).toEqual({ outcome: 'unavailable' });
    expect(batches).toHaveLength(1);
  });
});
