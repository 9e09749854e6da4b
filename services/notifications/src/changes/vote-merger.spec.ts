import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, type Transaction } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import type { Recipient } from '../list/live-notifications.js';
import { ChangeQueue, type NewChange, type WaitingGroup } from './change-queue.repository.js';
import { ChangeWorker } from './change-worker.js';
import { Harness, away } from '../notifications.spec-support.js';
import { VoteMerger } from './vote-merger.js';
import { VoteWorker } from './vote-worker.js';

const VOTERS = [9_001, 9_002, 9_003, 9_004, 9_005];
/** Distance between the ids of polls that are merged together and of the same polls merged one by one. */
const APART = 100_000;

let harness: Harness;
const service = <T>(token: new (...parameters: never[]) => T): T =>
  harness.stack.service('notifications').app.get(token);
beforeAll(async () => {
  harness = await Harness.start();
  // The specs call the merger themselves.
  await service(VoteWorker).beforeApplicationShutdown();
  await service(ChangeWorker).beforeApplicationShutdown();
  await harness.people(9_001, 9_005);
  await harness.willing(...VOTERS);
  harness.elsewhere.voters = VOTERS;
});
afterAll(() => harness.stop());

const groupOf = (recipientId: number, objectId: number): WaitingGroup => ({
  recipientId,
  kind: 'vote',
  objectId,
  age: 60_000,
});
const append = (changes: readonly NewChange[]): Promise<void> =>
  service(Database).transaction((tx) => service(ChangeQueue).append(tx, changes));
const vote = (recipientId: number, objectId: number, amount = 1, occurredAt = new Date().toISOString()): NewChange => ({
  recipientId,
  kind: 'vote',
  objectId,
  amount,
  occurredAt,
});
const polls = (from: number, count: number, author: number): Promise<unknown> =>
  harness.sql(
    `insert into poll_activity (poll_id, author_id, question, created_at)
     select g, $3, 'Question ' || g % ${APART} || '?', now() from generate_series($1::int, $1::int + $2::int - 1) g`,
    [from, count, author],
  );
const waiting = async (from: number, to: number): Promise<number> =>
  (
    await harness.sql<{ left: number }>(
      'select coalesce(sum(amount), 0)::int as left from notice_changes where object_id between $1 and $2',
      [from, to],
    )
  )[0]!.left;
const merge = (groups: readonly WaitingGroup[]): Promise<Recipient[]> => service(VoteMerger).merge(groups);
const mergeOneByOne = async (groups: readonly WaitingGroup[]): Promise<Recipient[]> => {
  const recipients: Recipient[] = [];
  for (const group of groups) recipients.push(...(await merge([group])));
  return recipients;
};

describe('votes on many polls', () => {
  const POLLS = 60;
  const author = (poll: number): number => (poll <= 40 ? 1 : poll);
  /** Kinds that a user has switched off, in the list and as push. */
  const off: Record<number, [inApp: string, push: string]> = {
    41: ['{vote}', '{}'],
    42: ['{}', '{vote}'],
    43: ['{vote}', '{vote}'],
    44: ['{like}', '{like}'],
  };

  const people = async (apart: number): Promise<void> => {
    for (let poll = 1; poll <= POLLS; poll++) await polls(poll + apart, 1, author(poll) + apart);
    for (const [id, [inApp, push]] of Object.entries(off))
      await harness.sql('insert into preferences (user_id, in_app_off, push_off) values ($1, $2, $3)', [
        Number(id) + apart,
        inApp,
        push,
      ]);
    await harness.devices(...[1, 41, 42, 43, 44, 45, 46].map((id) => id + apart));
    await harness.sql('update poll_activity set question = null, deleted = true where poll_id = any($1)', [
      [5, 50].map((id) => id + apart),
    ]);
    // Somebody was named long ago, and one more vote makes the next draw due.
    await harness.sql('update poll_activity set votes = 104, named_votes = 100 where poll_id = any($1)', [
      [7, 47].map((id) => id + apart),
    ]);
  };
  const EARLIER = new Date(Date.now() - 7_200_000).toISOString();
  const round = (number: number, apart: number, at: string): NewChange[] =>
    Array.from({ length: POLLS }, (_, index) => index + 1).flatMap((poll) => {
      if (poll % 7 === number) return [];
      const one = vote(author(poll) + apart, poll + apart, poll % 3 === 0 ? 0 : 1, poll === 45 ? EARLIER : at);
      return poll % 5 === number ? [one, { ...one, amount: 2 }, { ...one, occurredAt: EARLIER }] : [one];
    });
  const tables = async (apart: number): Promise<unknown[]> => {
    const range = [apart, apart + APART - 1];
    return Promise.all([
      harness.sql(
        `select recipient_id - $1 as user, object_id - $1 as object, poll_id - $1 as poll, kind, count, seq, actor_id,
           comment_id, updated_at, card, rank() over (order by id)
         from notices where recipient_id between $1 and $2 order by id`,
        range,
      ),
      harness.sql(
        `select user_id - $1 as id, count, seq, read_seq from unread_counts
         where user_id between $1 and $2 order by 1`,
        range,
      ),
      harness.sql(
        `select poll_id - $1 as id, votes, named_votes, deleted from poll_activity
         where poll_id between $1 and $2 order by 1`,
        range,
      ),
      harness.sql(
        `select q.user_id - $1 as id, q.kind, n.object_id - $1 as notice, q.topic = 'vote:' || n.id as named,
           q.notice_id is null as unlisted, q.payload ->> 'title' as title, q.payload ->> 'body' as body,
           replace(q.payload ->> 'link', '/poll/', '')::int - $1 as link, q.revision
         from push_queue q left join notices n on n.id = q.notice_id
         where q.user_id between $1 and $2 order by 1, 8`,
        range,
      ),
      harness.sql(
        `select recipient_id - $1 as id, object_id - $1 as object, kind, amount from notice_changes
         where recipient_id between $1 and $2 order by 1, 2, 3`,
        range,
      ),
    ]);
  };

  const removals = async (): Promise<number[]> =>
    (
      await harness.sql<{ id: number }>(
        `select distinct object_id::int as id from notice_changes
         where kind = 'poll_deleted' and object_id < $1 order by 1`,
        [APART],
      )
    ).map(({ id }) => id);

  it('become the same in every table, merged together or one by one', async () => {
    await people(0);
    await people(APART);
    for (let number = 0; number < 6; number++) {
      const at = new Date(Date.now() + number).toISOString();
      await append([...round(number, 0, at), ...round(number, APART, at)]);
      const groups = Array.from({ length: POLLS }, (_, index) => groupOf(author(index + 1), index + 1));
      const together = await merge(groups);
      const oneByOne = await mergeOneByOne(
        groups.map(({ recipientId, objectId }) => groupOf(recipientId + APART, objectId + APART)),
      );
      expect(await tables(0)).toEqual(await tables(APART));
      expect(together.map(({ userId }) => userId)).toEqual(oneByOne.map(({ userId }) => userId - APART));
      expect(await removals()).toEqual([5, 50]);
      expect(together.length).toBeGreaterThan(number === 5 ? 0 : 20);
      if (number === 2) for (const user of [1, 44, 1 + APART, 44 + APART]) await harness.markAllRead(user);
    }
    const [own] = await harness.notifications(1);
    expect(own).toMatchObject({ type: 'vote' });
    expect(own!.poll!.question).toMatch(/^Question \d+\?$/);
    // Somebody was named, more than once.
    expect(
      (
        await harness.sql<{ named: number }>(
          'select count(*)::int as named from poll_activity where named_votes > 0 and poll_id < $1',
          [APART],
        )
      )[0]!.named,
    ).toBeGreaterThan(10);
    expect((await harness.pushes(1)).length).toBeGreaterThan(20);
    expect((await harness.pushes(41)).map(({ topic }) => topic)).toEqual(['vote:/poll/41']);
    for (const user of [42, 43, 45]) expect(await harness.pushes(user)).toEqual([]);
    expect([await harness.unread(43), await harness.notifications(43)]).toEqual([0, []]);
  });

  it('wait until their poll has been asked for, and get no name while voters cannot be drawn', async () => {
    await polls(1_001, 3, 1_001);
    await append([
      vote(1_001, 1_001, 4),
      vote(1_001, 1_002, 5),
      vote(1_001, 1_003, 3),
      vote(1_001, 1_003, 3),
      vote(1_001, 1_004, 1),
    ]);
    const groups = [1_001, 1_002, 1_003, 1_004].map((poll) => groupOf(1_001, poll));
    harness.elsewhere.polls = [{ pollId: 1_004, authorId: 1_001, question: 'Asked for?' }];
    expect((await merge(groups)).length).toBe(3);
    expect(await waiting(1_001, 1_004)).toBe(1);
    expect((await merge(groups)).length).toBe(1);
    expect((await harness.short(1_001)).toSorted((a, b) => a[1] - b[1])).toEqual([
      ['vote', 1, null, false],
      ['vote', 4, null, false],
      ['vote', 5, VOTERS[0], false],
      ['vote', 6, VOTERS[0], false],
    ]);

    await polls(1_005, 2, 1_005);
    await append([vote(1_005, 1_005, 4), vote(1_005, 1_006, 5)]);
    harness.elsewhere.before = away;
    try {
      expect((await merge([groupOf(1_005, 1_005), groupOf(1_005, 1_006)])).length).toBe(2);
    } finally {
      harness.elsewhere.before = () => undefined;
    }
    expect((await harness.short(1_005)).toSorted((a, b) => a[1] - b[1])).toEqual([
      ['vote', 4, null, false],
      ['vote', 5, null, false],
    ]);
    // The next attempt to name someone.
    expect(
      await harness.sql('select object_id::int as id, amount from notice_changes where recipient_id = 1005'),
    ).toEqual([{ id: 1_006, amount: 0 }]);
  });

  it('of one poll for two recipients add up', async () => {
    await polls(1_010, 1, 1_010);
    await append([vote(1_010, 1_010, 1), vote(1_011, 1_010, 1)]);
    const groups = [groupOf(1_010, 1_010), groupOf(1_011, 1_010)];
    await merge(groups);
    await merge(groups.slice(1));
    expect(await harness.sql('select votes::int from poll_activity where poll_id = 1010')).toEqual([{ votes: 2 }]);
  });
});

describe('one batch', () => {
  const counts = async (author: number): Promise<number[]> => (await harness.short(author)).map(([, count]) => count);
  /** Runs `work` while another transaction has done `first` and not ended. */
  const during = async (first: (tx: Transaction) => Promise<unknown>, work: () => Promise<void>): Promise<void> => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = service(Database).transaction(async (tx) => {
      await first(tx);
      begun.resolve();
      await end.promise;
    });
    other.catch((error: unknown) => begun.reject(error));
    await begun.promise;
    try {
      await work();
    } finally {
      end.resolve();
      await other;
    }
  };

  it('and another of the same groups take each change once', async () => {
    await polls(2_001, 100, 2_001);
    for (let round = 0; round < 4; round++) {
      await append(Array.from({ length: 100 }, (_, index) => vote(2_001, 2_001 + index)));
      const groups = Array.from({ length: 100 }, (_, index) => groupOf(2_001, 2_001 + index));
      const orders = [
        groups,
        groups.toReversed(),
        groups.toSorted((a, b) => (a.objectId % 7) - (b.objectId % 7)),
        groups.slice(50),
      ];
      const recipients = (await Promise.all(orders.map(merge))).flat();
      // No merge waits for another, so a group may have been left for later.
      const rest = await merge(groups);
      expect(recipients.length + rest.length).toBe(100);
    }
    expect(await harness.sql('select distinct votes::int from poll_activity where author_id = 2001')).toEqual([
      { votes: 4 },
    ]);
    expect([await harness.unread(2_001), await waiting(2_001, 2_100)]).toEqual([100, 0]);
  });

  it('does not wait for a poll that is being deleted, and writes nothing about it', async () => {
    await polls(2_201, 3, 2_201);
    await append([vote(2_201, 2_201), vote(2_201, 2_202), vote(2_201, 2_203)]);
    const groups = [2_201, 2_202, 2_203].map((poll) => groupOf(2_201, poll));
    await during(
      (tx) => tx.query({ text: 'update poll_activity set deleted = true, question = null where poll_id = 2202' }),
      async () => {
        expect([(await merge(groups)).length, await waiting(2_201, 2_203)]).toEqual([2, 1]);
      },
    );
    expect(await merge(groups)).toEqual([]);
    expect(await harness.sql('select kind from notice_changes where object_id = 2202')).toEqual([
      { kind: 'poll_deleted' },
    ]);
    expect(await counts(2_201)).toEqual([1, 1]);
  });

  it('that fails half way leaves all as it was', async () => {
    await polls(2_301, 20, 2_301);
    await append(Array.from({ length: 20 }, (_, index) => vote(2_301, 2_301 + index)));
    const groups = Array.from({ length: 20 }, (_, index) => groupOf(2_301, 2_301 + index));
    await harness.sql('insert into unread_counts (user_id) values (2301)');
    await during(
      (tx) => tx.query({ text: 'select 1 from unread_counts where user_id = 2301 for update' }),
      async () => {
        // The changes are taken; the recipient's row is waited for.
        const outcome = merge(groups).then(
          () => 'merged',
          () => 'failed',
        );
        await eventually(async () => {
          const gone = await harness.sql(
            `select pg_cancel_backend(pid) from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return gone.length > 0;
        });
        expect(await outcome).toBe('failed');
      },
    );
    expect([await waiting(2_301, 2_320), await harness.unread(2_301)]).toEqual([20, 0]);
    await merge(groups);
    expect([await waiting(2_301, 2_320), await harness.unread(2_301)]).toEqual([0, 20]);
  });

  it('sees what was read while it waited for the recipient', async () => {
    await polls(2_401, 2, 2_401);
    const groups = [groupOf(2_401, 2_401), groupOf(2_401, 2_402)];
    await append([vote(2_401, 2_401), vote(2_401, 2_402)]);
    await merge(groups);
    await append([vote(2_401, 2_401), vote(2_401, 2_402)]);
    let merging: Promise<unknown> | undefined;
    await during(
      (tx) => tx.query({ text: 'update unread_counts set read_seq = seq, count = 0 where user_id = 2401' }),
      async () => {
        merging = merge(groups);
        await eventually(
          async () =>
            (
              await harness.sql(
                `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
              )
            ).length > 0,
        );
      },
    );
    await merging;
    expect([await harness.unread(2_401), await counts(2_401)]).toEqual([2, [2, 2]]);
  });
});
