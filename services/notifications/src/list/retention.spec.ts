import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NOTIFICATIONS_MAX, NOTIFICATION_DAYS_MAX, adminRpc } from '@inkling/contracts';
import { Harness } from '../notifications.spec-support.js';
import { Retention } from './retention.js';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

const add = (userId: number, count: number, ageDays: number, from = 1) =>
  harness.sql(
    `insert into notices (recipient_id, kind, object_id, seq, updated_at, card)
     select $1, 'test', g, g, now() - $3::int * interval '1 day' - (g || ' seconds')::interval, '{}'
     from generate_series($4::int, $4::int + $2::int - 1) g`,
    [userId, count, ageDays, from],
  );
const left = async (userId: number) =>
  (
    await harness.sql<{ id: number }>(
      'select object_id::int as id from notices where recipient_id = $1 order by updated_at desc, id desc',
      [userId],
    )
  ).map(({ id }) => id);

it('removes notifications that are old or too many, corrects unread counts, and removes nothing else', async () => {
  await add(1, 3, 1);
  await add(1, 700, NOTIFICATION_DAYS_MAX + 1, 101);
  await add(2, NOTIFICATIONS_MAX + 620, 1);
  await add(3, NOTIFICATIONS_MAX, NOTIFICATION_DAYS_MAX - 1);
  await harness.sql('insert into unread_counts (user_id, seq) values (1, 5000), (2, 5000), (3, 5000), (4, 0)');
  expect(await harness.stack.rpc.call(adminRpc.recountNotifications, {})).toMatchObject({ corrected: 3 });
  await harness.sql(
    `insert into profile_changes (user_id, name, version, changed_at) values
     (8, 'Old', 3, now() - interval '${NOTIFICATION_DAYS_MAX + 31} days'),
     (9, 'Recent', 3, now() - interval '${NOTIFICATION_DAYS_MAX} days')`,
  );

  const retention = harness.stack.service('notifications').app.get(Retention);
  expect(await retention.run(0)).toBe(700 + 620);
  expect(await left(1)).toEqual([1, 2, 3]);
  expect(await left(2)).toEqual(Array.from({ length: NOTIFICATIONS_MAX }, (_, at) => at + 1));
  expect(await left(3)).toHaveLength(NOTIFICATIONS_MAX);
  expect([await harness.unread(1), await harness.unread(2), await harness.unread(3)]).toEqual([
    3,
    NOTIFICATIONS_MAX,
    NOTIFICATIONS_MAX,
  ]);
  expect(await harness.stack.rpc.call(adminRpc.recountNotifications, {})).toMatchObject({ corrected: 0 });
  expect(await harness.sql('select name from profile_changes')).toEqual([{ name: 'Recent' }]);
  expect(await retention.run(0)).toBe(0);
});
