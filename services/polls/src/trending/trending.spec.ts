import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TrendingPoll, pollsRpc } from '@inkling/contracts';
import { HALF_LIFE_MS, halfLives, weightAt } from '@inkling/platform';
import { z } from 'zod';
import { Polls } from '../polls.spec-support.js';
import { PollActivity } from './poll-activity.js';
import { timeAgo } from './trending.service.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start();
});
afterAll(() => polls.stack.stop());

const trending = async (): Promise<TrendingPoll[]> => {
  await polls.part(PollActivity).flush();
  return z.array(TrendingPoll).parse(await polls.stack.rpc.call(pollsRpc.trending, {}));
};
const vote = (pollId: number, from: number, count: number) =>
  polls.cast({
    pollIds: Array.from({ length: count }, () => pollId),
    userIds: Array.from({ length: count }, (_, n) => from + n),
    options: Array.from({ length: count }, () => 0),
  });
/** The number of acts that a score stands for at an instant. */
const acts = async (pollId: number, at: Date): Promise<number> => {
  const [row] = await polls.sql<{ score: number }>('select score from poll_activity where poll_id = $1', [pollId]);
  return row ? 2 ** (row.score - halfLives(at)) : 0;
};

describe('the trending panel', () => {
  it('shows the five polls with the most votes and likes, none of them deleted', async () => {
    const ids = await polls.seed(7);
    for (const [index, id] of ids.entries()) if (index > 0) await vote(id, 1, index * 3);
    for (let user = 1; user <= 4; user += 1)
      await polls.stack.rpc.call(pollsRpc.like, { pollId: ids[1]!, viewerId: user });
    // Votes 0, 3 + 4 likes, 6, 9, 12, 15, 18.
    const found = await trending();
    expect(found.map((poll) => poll.id)).toEqual([ids[6], ids[5], ids[4], ids[3], ids[1]]);
    expect(found[0]).toMatchObject({
      question: 'Question 7',
      totalVotes: 18,
      timeAgo: 'just now',
      user: { name: 'Author 1', username: 'author1', profilePicture: null },
    });

    await polls.stack.rpc.call(pollsRpc.remove, { pollId: ids[6]!, userId: 1 });
    expect((await trending()).map((poll) => poll.id)).toEqual([ids[5], ids[4], ids[3], ids[1], ids[2]]);
  });

  it('counts activity half after six hours', async () => {
    const [old, recent] = (await polls.seed(2)) as [number, number];
    const now = new Date();
    const activity = polls.part(PollActivity);
    await activity.store(new Map([[old, 1_000]]), new Date(now.getTime() - HALF_LIFE_MS));
    await activity.store(new Map([[recent, 600]]), now);
    expect(await acts(old, now)).toBeCloseTo(500, 3);
    expect((await trending()).map((poll) => poll.id).slice(0, 2)).toEqual([recent, old]);
    await activity.store(new Map([[old, 150]]), now);
    expect(await acts(old, now)).toBeCloseTo(650, 3);
    expect((await trending()).map((poll) => poll.id).slice(0, 2)).toEqual([old, recent]);
  });

  it('is unchanged by likes that are removed again', async () => {
    const [pollId] = (await polls.seed(1)) as [number];
    await vote(pollId, 1, 5);
    await trending();
    const now = new Date();
    const before = await acts(pollId, now);
    for (let round = 0; round < 30; round += 1) {
      await polls.stack.rpc.call(pollsRpc.like, { pollId, viewerId: 1 });
      if (round % 3 === 0) await trending();
      await polls.stack.rpc.call(pollsRpc.unlike, { pollId, viewerId: 1 });
    }
    await trending();
    expect(Math.abs((await acts(pollId, now)) - before)).toBeLessThan(0.05);
  });

  it('marks the ten most active polls, from five acts on, until others overtake them or time passes', async () => {
    await polls.sql('delete from poll_activity');
    const activity = polls.part(PollActivity);
    const now = new Date();
    const ids = await polls.seed(14);
    const marked = async (): Promise<number[]> =>
      (await Promise.all(ids.map((id) => polls.get(id, 1)))).filter((poll) => poll.trending).map((poll) => poll.id);
    // 3, 4, 5, 6, ... 16 acts.
    await activity.store(new Map(ids.slice(0, 6).map((id, index) => [id, index + 3])), now);
    await activity.mark(now);
    expect(await marked()).toEqual(ids.slice(2, 6));
    await activity.store(new Map(ids.slice(6).map((id, index) => [id, index + 9])), now);
    await Promise.all([activity.mark(now), activity.mark(now), polls.part(PollActivity).flush()]);
    expect(await marked()).toEqual(ids.slice(4));
    expect(
      (await polls.list('feed', { viewerId: 1, page: 2 })).polls
        .filter((poll) => ids.includes(poll.id))
        .map((poll) => poll.trending),
    ).toEqual([false, false, false, false]);

    await polls.stack.rpc.call(pollsRpc.remove, { pollId: ids[13]!, userId: 1 });
    ids.pop();
    await activity.mark(new Date(now.getTime() + HALF_LIFE_MS));
    expect(await marked()).toEqual(ids.slice(7));
    await activity.mark(new Date(now.getTime() + 4 * HALF_LIFE_MS));
    expect(await marked()).toEqual([]);
  });

  it('ignores activity on a poll that no longer exists', async () => {
    await polls.part(PollActivity).store(new Map([[987_654_321, 5]]), new Date());
    expect(await acts(987_654_321, new Date())).toBe(0);
  });
});

describe('decay', () => {
  it('halves with every half-life', () => {
    const now = new Date();
    expect(weightAt(new Date(now.getTime() - HALF_LIFE_MS), now)).toBeCloseTo(0.5, 10);
    expect(weightAt(new Date(now.getTime() - 4 * HALF_LIFE_MS), now)).toBeCloseTo(1 / 16, 10);
    expect(weightAt(now, now)).toBe(1);
  });
});

describe('time ago', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  it.each([
    [0, 'just now'],
    [-5, 'just now'],
    [59, 'just now'],
    [60, '1m ago'],
    [3_599, '59m ago'],
    [4 * 3_600, '4h ago'],
    [26 * 3_600, '1d ago'],
    [15 * 86_400, '2w ago'],
    [65 * 86_400, '2mo ago'],
    [800 * 86_400, '2y ago'],
  ])('of %d seconds is "%s"', (seconds, text) => {
    expect(timeAgo(new Date(now.getTime() - seconds * 1_000), now)).toBe(text);
  });
});
