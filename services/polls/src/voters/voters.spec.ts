import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollsRpc } from '@inkling/contracts';
import { outcome } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start();
});
afterAll(() => polls.stack.stop());

const AUTHOR = 1;
const voters = async (pollId: number, after = 0, limit = 1_000): Promise<number[]> => (await polls.stack.rpc.call(pollsRpc.voters, { pollId, after, limit })).userIds;
const some = async (pollId: number, limit: number): Promise<number[]> => (await polls.stack.rpc.call(pollsRpc.someVoters, { pollId, limit })).userIds;
/** A poll on which these users have voted, without the service. */
const votedBy = async (users: string, values: readonly unknown[] = []): Promise<number> => {
  const { id } = await polls.ask({ userId: AUTHOR });
  await polls.sql(`insert into votes (poll_id, user_id, option_index) select $1, u, u % 3 from (${users}) q(u)`, [id, ...values]);
  await polls.sql('update poll_counters set votes_count = (select count(*) from votes where poll_id = $1) where poll_id = $1', [id]);
  return id;
};

describe('voters', () => {
  it('come in the order of ids, page by page, with nothing of their choice', async () => {
    const { id } = await polls.ask();
    const users = [9, 4, 30, 12, 7];
    await polls.cast({ pollIds: users.map(() => id), userIds: users, options: [0, 1, 2, 0, 1] });
    expect(await polls.stack.rpc.call(pollsRpc.voters, { pollId: id, after: 0, limit: 3 })).toEqual({ userIds: [4, 7, 9] });
    expect(await voters(id, 9, 3)).toEqual([12, 30]);
    expect(await voters(id, 30, 3)).toEqual([]);
    expect(await outcome(voters(id, 0, 1_001))).toBe('invalid-request');
  });

  it('of an unknown or deleted poll are none', async () => {
    const id = await votedBy('select generate_series(2, 50)');
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: AUTHOR });
    for (const pollId of [id, 987_654]) expect([await voters(pollId), await some(pollId, 5)]).toEqual([[], []]);
  });
});

describe('some voters', () => {
  it('are different ones each time, never the author, and all of them where there are few', async () => {
    const few = await votedBy('select generate_series(1, 6)');
    expect((await some(few, 20)).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6]);
    expect(await some(await votedBy('select 1'), 5)).toEqual([]);
    expect(await some((await polls.ask()).id, 5)).toEqual([]);

    const drawn = new Map<number, number>();
    for (let round = 0; round < 150; round += 1) for (const user of await some(few, 2)) drawn.set(user, (drawn.get(user) ?? 0) + 1);
    // 300 draws among five: each comes up 60 times, give or take.
    for (const user of [2, 3, 4, 5, 6]) expect(drawn.get(user)).toBeGreaterThan(25);
  });

  it('are drawn from everyone at the cost of a few look-ups, however many there are', async () => {
    const id = await votedBy('select generate_series(1, 60000)');
    await polls.sql('analyze votes');
    const drawn = new Set<number>();
    for (let round = 0; round < 40; round += 1) {
      const users = await some(id, 10);
      expect(users).toHaveLength(10);
      expect(new Set(users).size).toBe(10);
      for (const user of users) drawn.add(user);
    }
    expect(drawn.has(AUTHOR)).toBe(false);
    expect(drawn.size).toBeGreaterThan(350);
    const tenths = Array.from({ length: 10 }, (_, tenth) => [...drawn].filter((user) => Math.floor((user - 1) / 6_000) === tenth).length);
    expect(Math.min(...tenths)).toBeGreaterThan(10);
  });

  it('are found though their ids lie far apart', async () => {
    const id = await votedBy('select g::bigint * 1000000007 from generate_series(1, 3000) g');
    const users = await some(id, 5);
    expect(users).toHaveLength(5);
    expect(users.every((user) => user % 1_000_000_007 === 0)).toBe(true);
  });
});
