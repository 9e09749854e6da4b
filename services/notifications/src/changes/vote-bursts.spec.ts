import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { votesCounted } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { Harness } from '../notifications.spec-support.js';
import { VoteMerger } from './vote-merger.js';

const INTERVAL_MS = 400;

let harness: Harness;
let merges: jest.SpiedFunction<VoteMerger['merge']>;
beforeAll(async () => {
  merges = jest.spyOn(VoteMerger.prototype, 'merge');
  harness = await Harness.start({ NOTICE_INTERVAL_MS: String(INTERVAL_MS), VOTE_NOTICE_MIN_VOTERS: '1000' });
  await harness.replica();
  await harness.people(1, 60);
});
afterAll(() => harness.stop());
afterEach(() => {
  merges.mockClear();
});

const polls = (from: number, to: number, authors: string): Promise<unknown> =>
  harness.sql(
    `insert into poll_activity (poll_id, author_id, question)
     select g, ${authors}, 'Question ' || g || '?' from generate_series($1::int, $2::int) g`,
    [from, to],
  );
/** A vote on each of many polls, in one event. */
const burst = (ids: readonly number[], author: (poll: number) => number): Promise<void> =>
  harness.feed.publishTwice(votesCounted, {
    polls: ids.map((pollId) => ({ pollId, authorId: author(pollId), count: 1, votesCount: 1, version: 1 })),
  });
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const wrongCounts = (): Promise<object[]> =>
  harness.sql(
    `select u.user_id, u.count, n.count from unread_counts u, lateral (
       select count(*)::int as count from notices n where n.recipient_id = u.user_id and n.seq > u.read_seq
     ) n where u.count <> n.count`,
  );

it('votes are counted exactly by two processes at once, whatever else changes the notifications', async () => {
  const author = (poll: number): number => (poll % 2 === 0 ? 1_000 : 1_000 + (poll % 300));
  await polls(1, 400, 'case when g % 2 = 0 then 1000 else 1000 + g % 300 end');
  const GONE = [10, 11, 200, 201];
  for (let round = 0; round < 6; round++) {
    await Promise.all([
      burst(range(1, 300), author),
      burst(range(101, 400).toReversed(), author),
      ...range(1, 8).map((poll) => harness.like(poll, 10 + round, author(poll))),
      harness.markAllRead(1_000),
      harness.prefer(1_001, { vote: { inApp: round % 2 === 0 } }),
      ...(round === 3 ? GONE.map((poll) => harness.delete(poll, author(poll))) : []),
    ]);
  }
  await harness.settled();
  await eventually(async () =>
    expect(await harness.sql('select 1 from notices where poll_id = any($1)', [GONE])).toEqual([]),
  );
  const recipients = await harness.sql<{ votes: number; polls: number }>(
    `select votes::int, count(*)::int as polls from poll_activity
     where not deleted and not poll_id = any($1) group by 1 order by 1`,
    [GONE],
  );
  expect(recipients).toEqual([
    { votes: 6, polls: 198 },
    { votes: 12, polls: 198 },
  ]);
  // Notifications show the totals, except for the author who switched them off.
  expect(
    await harness.sql(
      `select 1 from notices n join poll_activity a using (poll_id)
       where n.kind = 'vote' and n.count <> a.votes and n.recipient_id <> 1001`,
    ),
  ).toEqual([]);
  expect(await wrongCounts()).toEqual([]);
  expect(await harness.sql('select consumer, error from dead_letters')).toEqual([]);
  expect(await harness.sql('select deadlocks::int from pg_stat_database where datname = current_database()')).toEqual([
    { deadlocks: 0 },
  ]);
  expect(Math.max(...merges.mock.calls.map(([groups]) => groups.length))).toBeGreaterThan(50);
});

it('votes on thousands of polls reach their author as a few live messages', async () => {
  await polls(2_001, 4_000, '2001');
  harness.live.length = 0;
  const started = performance.now();
  await Promise.all([burst(range(2_001, 3_000), () => 2_001), burst(range(3_001, 4_000), () => 2_001)]);
  await harness.settled();
  const own = () => harness.live.filter(({ userId }) => userId === 2_001).map(({ message }) => message);
  await eventually(() => expect(own().at(-1)).toEqual({ type: 'notifications_count', count: 2_000 }));
  // Two processes, each at most five notifications and the count per interval.
  expect(own().length).toBeLessThanOrEqual(2 * 6 * ((performance.now() - started) / INTERVAL_MS + 2));
});

it('votes are not held up by a notification that cannot be written', async () => {
  await polls(5_001, 5_060, '5001');
  // The largest count that a notification can have; one more vote exceeds it.
  await harness.sql(
    'update poll_activity set votes = 2147483647, named_votes = 2147483647 where poll_id in (5007, 5031)',
  );
  await burst(range(5_001, 5_060), () => 5_001);
  await eventually(async () => expect(await harness.unread(5_001)).toBe(58));
  await eventually(async () =>
    expect(
      await harness.sql(
        'select object_id::int as id from notice_changes where recipient_id = 5001 and due_at > now() order by 1',
      ),
    ).toEqual([{ id: 5_007 }, { id: 5_031 }]),
  );
  await harness.sql('update poll_activity set votes = 0, named_votes = 0 where poll_id in (5007, 5031)');
  await harness.settled();
  expect([await harness.unread(5_001), await wrongCounts()]).toEqual([60, []]);
});

it('votes do not keep likes, comments and follows of others waiting', async () => {
  await polls(6_001, 8_000, '6001');
  await polls(8_001, 8_001, '50');
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The author of all these polls stays locked.
  await harness.sql('insert into unread_counts (user_id) values (6001)');
  const busy = harness.stack
    .service('notifications')
    .app.get(Database)
    .transaction(async (tx) => {
      await tx.query({ text: 'select 1 from unread_counts where user_id = 6001 for update' });
      begun.resolve();
      await end.promise;
    });
  busy.catch((error: unknown) => begun.reject(error));
  await begun.promise;
  try {
    await burst(range(6_001, 8_000), () => 6_001);
    await eventually(() => expect(merges.mock.calls.length).toBeGreaterThan(1));
    await harness.like(8_001, 21, 50);
    await harness.comment(1, 8_001, 22, 'Hello', 50);
    await harness.follow(23, 50);
    await eventually(async () =>
      expect((await harness.notifications(50)).map(({ type }) => type).toSorted((a, b) => a.localeCompare(b))).toEqual([
        'comment',
        'follow',
        'like',
      ]),
    );
    expect(await harness.unread(6_001)).toBe(0);
  } finally {
    end.resolve();
    await busy;
  }
  await harness.settled();
  expect([await harness.unread(6_001), await wrongCounts()]).toEqual([2_000, []]);
});
