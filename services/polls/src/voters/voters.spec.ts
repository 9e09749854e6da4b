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
const recipients = async (pollId: number, after = 0, limit = 1_000): Promise<number[]> =>
  (await polls.stack.rpc.call(pollsRpc.endRecipients, { pollId, after, limit })).userIds;
/** With an `outsideLead` of 0 a draw always happens. */
const draw = async (pollId: number, limit: number, outsideLead = 0): Promise<number[]> =>
  (await polls.stack.rpc.call(pollsRpc.drawVoters, { pollId, limit, outsideLead })).userIds;
/** A poll with the votes of these users, written without the service. */
const votedBy = async (users: string, values: readonly unknown[] = []): Promise<number> => {
  const { id } = await polls.ask({ userId: AUTHOR });
  await polls.sql(`insert into votes (poll_id, user_id, option_index) select $1, u, u % 3 from (${users}) q(u)`, [
    id,
    ...values,
  ]);
  await polls.sql(
    'update poll_counters set votes_count = (select count(*) from votes where poll_id = $1) where poll_id = $1',
    [id],
  );
  return id;
};

describe('the recipients of an end', () => {
  it('are its voters in the order of ids, page by page, without their choice', async () => {
    const { id } = await polls.ask();
    const users = [9, 4, 30, 12, 7];
    await polls.cast({ pollIds: users.map(() => id), userIds: users, options: [0, 1, 2, 0, 1] });
    expect(await polls.stack.rpc.call(pollsRpc.endRecipients, { pollId: id, after: 0, limit: 3 })).toEqual({
      userIds: [4, 7, 9],
    });
    expect(await recipients(id, 9, 3)).toEqual([12, 30]);
    expect(await recipients(id, 30, 3)).toEqual([]);
    expect(await outcome(recipients(id, 0, 1_001))).toBe('invalid-request');
  });

  it('are also those who asked to be told the result, each once', async () => {
    const { id } = await polls.ask({ sealed: true });
    const users = [4, 7, 9];
    await polls.cast({ pollIds: users.map(() => id), userIds: users, options: [0, 1, 2] });
    await polls.stack.rpc.call(pollsRpc.abstain, { pollId: id, userId: 10 });
    await polls.stack.rpc.call(pollsRpc.abstain, { pollId: id, userId: 11 });
    for (const viewerId of [2, 7, 11]) await polls.stack.rpc.call(pollsRpc.setReminder, { pollId: id, viewerId });
    expect(await recipients(id)).toEqual([2, 4, 7, 9, 11]);
    expect([await recipients(id, 0, 2), await recipients(id, 4, 2), await recipients(id, 9, 2)]).toEqual([
      [2, 4],
      [7, 9],
      [11],
    ]);
  });

  it('are empty for an unknown or deleted poll', async () => {
    const id = await votedBy('select generate_series(2, 50)');
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: AUTHOR });
    for (const pollId of [id, 987_654]) expect([await recipients(pollId), await draw(pollId, 5)]).toEqual([[], []]);
  });
});

describe('drawn voters', () => {
  it('differ each time, never include the author, and are all voters of a small poll', async () => {
    const few = await votedBy('select generate_series(1, 6)');
    expect((await draw(few, 20)).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6]);
    expect(await draw(await votedBy('select 1'), 5)).toEqual([]);
    expect(await draw((await polls.ask()).id, 5)).toEqual([]);

    const drawn = new Map<number, number>();
    for (let round = 0; round < 150; round += 1)
      for (const user of await draw(few, 2)) drawn.set(user, (drawn.get(user) ?? 0) + 1);
    // 300 draws among five voters: each is drawn about 60 times.
    for (const user of [2, 3, 4, 5, 6]) expect(drawn.get(user)).toBeGreaterThan(25);
  });

  it('come from the whole range of ids in a large poll', async () => {
    const id = await votedBy('select generate_series(1, 60000)');
    await polls.sql('analyze votes');
    const drawn = new Set<number>();
    for (let round = 0; round < 40; round += 1) {
      const users = await draw(id, 10);
      expect(users).toHaveLength(10);
      expect(new Set(users).size).toBe(10);
      for (const user of users) drawn.add(user);
    }
    expect(drawn.has(AUTHOR)).toBe(false);
    expect(drawn.size).toBeGreaterThan(350);
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => [...drawn].filter((user) => Math.floor((user - 1) / 6_000) === tenth).length,
    );
    expect(Math.min(...tenths)).toBeGreaterThan(10);
  });

  it('are found although their ids lie far apart', async () => {
    const id = await votedBy('select g::bigint * 1000000007 from generate_series(1, 3000) g');
    const users = await draw(id, 5);
    expect(users).toHaveLength(5);
    expect(users.every((user) => user % 1_000_000_007 === 0)).toBe(true);
  });
});

describe('a draw that must not reveal an option', () => {
  /** Casts one vote per given option, by the users from `first` on. */
  const cast = (pollId: number, first: number, options: readonly number[]) =>
    polls.cast({
      pollIds: options.map(() => pollId),
      userIds: options.map((_, index) => first + index),
      options: [...options],
    });

  it('waits until enough votes since the previous draw are outside the lead', async () => {
    const { id } = await polls.ask();
    await cast(id, 11, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    expect(await draw(id, 20, 2)).toEqual([]);
    await cast(id, 21, [2]);
    expect(await draw(id, 20, 2)).toHaveLength(11);
    // In total three votes are outside the lead, but only votes since the last draw count.
    await cast(id, 31, [1, 1, 1, 1, 0, 0]);
    expect(await draw(id, 20, 2)).toEqual([]);
    await cast(id, 41, [2]);
    expect(await draw(id, 20, 2)).toHaveLength(18);
    expect(await draw(id, 20, 2)).toEqual([]);
    expect(await draw(id, 20, 0)).toHaveLength(18);
  });

  it('happens once for concurrent calls, and never on a unanimous poll', async () => {
    const [split, unanimous] = [(await polls.ask()).id, (await polls.ask()).id];
    await cast(split, 11, [0, 0, 0, 1, 1, 1]);
    await cast(
      unanimous,
      11,
      Array.from({ length: 60 }, () => 1),
    );
    const drawn = async (id: number) =>
      (await Promise.all(Array.from({ length: 8 }, () => draw(id, 20, 2)))).filter((users) => users.length > 0);
    expect([(await drawn(split)).length, (await drawn(unanimous)).length]).toEqual([1, 0]);
    await cast(split, 21, [0, 0, 0, 1, 1, 1]);
    expect((await drawn(split)).length).toBe(1);
  });

  it('always has more votes outside the lead between two draws than required', async () => {
    const { id } = await polls.ask();
    let last = [0, 0, 0];
    let draws = 0;
    for (let turn = 0; turn < 40; turn++) {
      await cast(id, 1_000 + turn * 3, [(turn * 7) % 3, 0, turn % 5 === 0 ? 1 : 0]);
      const found = await draw(id, 200, 3);
      if (found.length === 0) continue;
      const { votes } = await polls.count(id);
      const since = votes.map((now, option) => now - last[option]!);
      expect(since.reduce((sum, each) => sum + each, 0) - Math.max(...since)).toBeGreaterThan(3);
      expect(found).toHaveLength((turn + 1) * 3);
      last = votes;
      draws += 1;
    }
    expect(draws).toBeGreaterThan(4);
  });

  it('follows the same rule on a large poll', async () => {
    const id = await votedBy('select generate_series(2, 3000)');
    const tally = (votes: string) => polls.sql(`update poll_counters set votes = '${votes}' where poll_id = $1`, [id]);
    await tally('{2996,2,1}');
    expect(await draw(id, 5, 5)).toEqual([]);
    await tally('{1000,1000,999}');
    expect(await draw(id, 5, 5)).toHaveLength(5);
    expect(await draw(id, 5, 5)).toEqual([]);
  });
});
