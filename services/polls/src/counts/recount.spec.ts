import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveTally, adminRpc, pollsRpc, tallySubject } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';
import { countable } from './recount.service.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start({ env: { COMMENTS_PER_MINUTE: '10000' } });
});
afterAll(() => polls.stack.stop());

const recount = () => polls.stack.rpc.call(adminRpc.recountPolls, {});

describe('a recount', () => {
  it('finds nothing to correct when all counters are right', async () => {
    const ids = await polls.seed(12);
    await polls.cast({ pollIds: ids, userIds: ids.map((id) => id + 100), options: ids.map(() => 1) });
    expect(await recount()).toEqual({ checked: 13, corrected: 0 });
  });

  it('corrects wrong counters, publishes them to viewers, and leaves the others unchanged', async () => {
    const poll = await polls.ask({ userId: 2 });
    const other = await polls.ask({ userId: 2 });
    const seen: LiveTally[] = [];
    const stop = polls.stack.bus.subscribe(tallySubject(poll.id), (bytes) =>
      seen.push(LiveTally.parse(JSON.parse(Buffer.from(bytes).toString()))),
    );
    await polls.cast({ pollIds: [poll.id, poll.id, poll.id, other.id], userIds: [1, 2, 3, 1], options: [0, 2, 2, 1] });
    await polls.stack.rpc.call(pollsRpc.like, { pollId: poll.id, viewerId: 3 });
    await polls.stack.rpc.call(pollsRpc.addComment, { pollId: poll.id, userId: 2, content: 'Hm.' });
    const right = await polls.get(poll.id, 1);
    // A tally that waits together with a vote's would have its cause.
    await eventually(() => seen.some((tally) => tally.version === right.version));
    const untouched = await polls.get(other.id, 1);
    await polls.sql(
      `update poll_counters set votes = array[9, 9, 9], votes_count = 1, likes_count = 0, comments_count = 44
       where poll_id = $1`,
      [poll.id],
    );
    await polls.sql('update authors set polls_count = 17 where user_id = 2');

    expect(await recount()).toMatchObject({ corrected: 2 });
    expect(await polls.get(poll.id, 1)).toEqual({ ...right, version: right.version + 1 });
    expect(await polls.get(other.id, 1)).toEqual(untouched);
    expect(await polls.stack.rpc.call(pollsRpc.countByAuthor, { userId: 2 })).toEqual({ pollsCount: 2 });
    await eventually(() => seen.some((tally) => tally.version === right.version + 1));
    expect(seen.at(-1)).toMatchObject({
      votes: [1, 0, 2],
      votesCount: 3,
      likesCount: 1,
      commentsCount: 1,
      cause: 'update',
    });
    stop();
    expect(await recount()).toMatchObject({ corrected: 0 });
  });

  it('stays exact while votes, likes and comments go on', async () => {
    const ids = (await Promise.all(Array.from({ length: 6 }, () => polls.ask({ userId: 3 })))).map((poll) => poll.id);
    let going = true;
    const busy = ids.map(async (pollId) => {
      for (let user = 1; going; user += 1) {
        await Promise.all([
          polls.vote(pollId, user, user % 3),
          polls.stack.rpc.call(user % 3 === 0 ? pollsRpc.unlike : pollsRpc.like, { pollId, viewerId: (user % 5) + 1 }),
          polls.stack.rpc.call(pollsRpc.addComment, { pollId, userId: 3, content: `Number ${user}` }),
        ]);
      }
    });
    try {
      for (let round = 0; round < 4; round += 1) {
        // Lock the rows in the order in which votes lock them.
        await polls.sql(
          `with held as materialized (
             select poll_id from poll_counters where poll_id = any($1) order by poll_id for update
           )
           update poll_counters c set votes_count = c.votes_count + 100, comments_count = 0
           from held where c.poll_id = held.poll_id`,
          [ids],
        );
        expect(await recount()).toMatchObject({ corrected: ids.length });
      }
    } finally {
      going = false;
      await Promise.all(busy);
    }
    for (const id of ids) {
      const { votes, votesCount, rows, likesCount, likeRows } = await polls.count(id);
      expect({ votes, votesCount, likesCount }).toEqual({
        votes: rows,
        votesCount: rows.reduce((sum, count) => sum + count, 0),
        likesCount: likeRows,
      });
    }
    expect(await recount()).toMatchObject({ corrected: 0 });
  });

  it('counts a poll with many rows alone, and small polls together', () => {
    const polled = [1, 2, 3, 4, 5].map((pollId) => ({ pollId, weight: pollId === 3 ? 5_000_000 : 10 }));
    expect(countable(polled)).toEqual([[1, 2], [3], [4, 5]]);
    expect(countable([])).toEqual([]);
  });
});
