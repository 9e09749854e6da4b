import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { adminRpc, notificationsRpc } from '@inkling/contracts';
import { Notices } from './notices.spec-support.js';

let notices: Notices;
beforeAll(async () => {
  notices = await Notices.start();
  await notices.replica();
  await notices.people(1, 99);
});
afterAll(() => notices.stop());

it('stay exact while notices come, are read, dismissed and switched off in two processes at once', async () => {
  const polls = Array.from({ length: 12 }, (_, index) => index + 1);
  const author = (poll: number): number => (poll % 3) + 1;
  await Promise.all(polls.map((poll) => notices.poll(poll, author(poll))));
  const happen = async (round: number): Promise<void> => {
    await Promise.all(
      polls.flatMap((poll) => [
        notices.like(poll, 10 + round, author(poll)),
        notices.comment(poll * 100 + round, poll, 20 + round, 'Hello', author(poll)),
        notices.votes(poll, 2, author(poll)),
        notices.follow(30 + round * 5 + (poll % 5), author(poll), poll),
        ...(round > 2 ? [notices.uncomment(poll * 100 + round - 1, poll, 19 + round, author(poll))] : []),
        ...(round === 5 && poll > 9 ? [notices.delete(poll, author(poll))] : []),
      ]),
    );
  };
  let on = true;
  const disturb = async (): Promise<void> => {
    while (on) {
      for (const user of [1, 2, 3]) {
        await notices.markAllRead(user);
        const [latest] = await notices.notices(user);
        if (latest) await notices.remove(user, latest.id).catch(() => undefined);
        const another = (await notices.notices(user)).at(-1);
        if (another)
          await notices.stack.rpc
            .call(notificationsRpc.markRead, { userId: user, notificationId: another.id })
            .catch(() => undefined);
        await notices.prefer(user, { like: { inApp: Math.random() < 0.5 } });
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
  await notices.settled();
  const counts = await notices.sql<{ shown: number; count: number; negative: boolean }>(`
    select u.user_id, u.count, (select count(*)::int from notices n where n.recipient_id = u.user_id and n.seq > u.read_seq) as shown from unread_counts u`);
  expect(counts.map(({ count }) => count)).toEqual(counts.map(({ shown }) => shown));
  for (const user of [1, 2, 3]) {
    await notices.prefer(user, { like: { inApp: true } });
    const all = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await notices.list(user, cursor);
      all.push(...page.notifications);
      cursor = page.nextCursor ?? undefined;
    }
    expect([user, all.filter(({ read }) => !read).length]).toEqual([user, await notices.unread(user)]);
  }
  expect(await notices.stack.rpc.call(adminRpc.recountNotifications, {})).toMatchObject({ corrected: 0 });
  expect(await notices.sql('select consumer, error from dead_letters')).toEqual([]);
});

it('marking read costs the same with many unread notices', async () => {
  await notices.sql(
    `insert into notices (recipient_id, kind, object_id, seq, updated_at) select 50, 'follow', g, g, now() from generate_series(1, 20000) g`,
  );
  await notices.sql('insert into unread_counts (user_id, count, seq) values (50, 20000, 20000)');
  expect(await notices.unread(50)).toBe(20_000);
  expect(await notices.markAllRead(50)).toEqual({ count: 0 });
  expect((await notices.notices(50)).every(({ read }) => read)).toBe(true);
});
