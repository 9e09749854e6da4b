import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { adminRpc, notificationsRpc } from '@inkling/contracts';
import { Harness } from '../notifications.spec-support.js';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
  await harness.replica();
  await harness.people(1, 99);
});
afterAll(() => harness.stop());

it('counts stay exact while two processes add, read, dismiss and switch off notifications', async () => {
  const polls = Array.from({ length: 12 }, (_, index) => index + 1);
  const author = (poll: number): number => (poll % 3) + 1;
  await Promise.all(polls.map((poll) => harness.poll(poll, author(poll))));
  const happen = async (round: number): Promise<void> => {
    await Promise.all(
      polls.flatMap((poll) => [
        harness.like(poll, 10 + round, author(poll)),
        harness.comment(poll * 100 + round, poll, 20 + round, 'Hello', author(poll)),
        harness.votes(poll, 2, author(poll)),
        harness.follow(30 + round * 5 + (poll % 5), author(poll), poll),
        ...(round > 2 ? [harness.uncomment(poll * 100 + round - 1, poll, 19 + round, author(poll))] : []),
        ...(round === 5 && poll > 9 ? [harness.delete(poll, author(poll))] : []),
      ]),
    );
  };
  let on = true;
  const disturb = async (): Promise<void> => {
    while (on) {
      for (const user of [1, 2, 3]) {
        await harness.markAllRead(user);
        const [latest] = await harness.notifications(user);
        if (latest) await harness.remove(user, latest.id).catch(() => undefined);
        const another = (await harness.notifications(user)).at(-1);
        if (another)
          await harness.stack.rpc
            .call(notificationsRpc.markRead, { userId: user, notificationId: another.id })
            .catch(() => undefined);
        await harness.prefer(user, { like: { inApp: Math.random() < 0.5 } });
      }
    }
  };
  const happenings = async (): Promise<void> => {
    try {
      for (let round = 0; round < 8; round++) await happen(round);
    } finally {
      on = false;
    }
  };
  await Promise.all([happenings(), disturb(), disturb()]);
  await harness.settled();
  const counts = await harness.sql<{ shown: number; count: number; negative: boolean }>(`
    select u.user_id, u.count,
      (select count(*)::int from notices n where n.recipient_id = u.user_id and n.seq > u.read_seq) as shown
    from unread_counts u`);
  expect(counts.map(({ count }) => count)).toEqual(counts.map(({ shown }) => shown));
  for (const user of [1, 2, 3]) {
    await harness.prefer(user, { like: { inApp: true } });
    const all = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await harness.list(user, cursor);
      all.push(...page.notifications);
      cursor = page.nextCursor ?? undefined;
    }
    expect([user, all.filter(({ read }) => !read).length]).toEqual([user, await harness.unread(user)]);
  }
  expect(await harness.stack.rpc.call(adminRpc.recountNotifications, {})).toMatchObject({ corrected: 0 });
  expect(await harness.sql('select consumer, error from dead_letters')).toEqual([]);
});

it('marking everything read changes one row, however many notifications are unread', async () => {
  await harness.sql(
    `insert into notices (recipient_id, kind, object_id, seq, updated_at)
     select 50, 'follow', g, g, now() from generate_series(1, 20000) g`,
  );
  await harness.sql('insert into unread_counts (user_id, count, seq) values (50, 20000, 20000)');
  expect(await harness.unread(50)).toBe(20_000);
  expect(await harness.markAllRead(50)).toEqual({ count: 0 });
  expect((await harness.notifications(50)).every(({ read }) => read)).toBe(true);
});
