import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { notificationsRpc, type Notification } from '@inkling/contracts';
import { startService, type RunningService } from '@inkling/platform';
import { startStack, type Stack } from '@inkling/testing';
import { service } from '../index.js';

const NEW = 'Migration20261121060000';

let stack: Stack;
let upgraded: RunningService | undefined;
beforeAll(async () => {
  const before = (service.migrations ?? []).filter(({ name }) => name < NEW);
  stack = await startStack({
    services: [{ name: 'notifications', config: service.config, module: class {}, migrations: before }],
  });
  await stack.sql(
    'notifications',
    `insert into profiles (user_id, name, username, profile_picture, version)
     values (1, 'Ada', 'ada', null, 2), (2, 'Grace', 'grace', '/uploads/g.webp', 3)`,
  );
  await stack.sql('notifications', `insert into poll_activity (poll_id, author_id, question) values (7, 1, 'Old?')`);
  await stack.sql(
    'notifications',
    `insert into comments (comment_id, poll_id, user_id, content, created_at) values (9, 7, 2, 'Hello', now())`,
  );
  await stack.sql(
    'notifications',
    `insert into notices (recipient_id, kind, object_id, poll_id, actor_id, comment_id, count, seq, updated_at) values
    (1, 'comment', 7, 7, 2, 9, 1, 1, now()), (1, 'vote', 7, 7, null, null, 4, 2, now() - interval '1 minute'),
    (1, 'follow', 2, null, 2, null, 1, 3, now() - interval '2 minutes'),
    (1, 'follow', 3, null, 3, null, 1, 4, now() - interval '3 minutes')`,
  );
  await stack.stopService('notifications');
  upgraded = await startService(service, { env: stack.env('notifications') });
});
afterAll(async () => {
  await upgraded?.stop();
  await stack.stop();
});

it('the migration fills cards, except where the actor has not arrived', async () => {
  const { notifications } = (await stack.rpc.call(notificationsRpc.list, { userId: 1 })) as {
    notifications: Notification[];
  };
  const grace = { id: 2, name: 'Grace', username: 'grace', profilePicture: '/uploads/g.webp' };
  expect(notifications).toMatchObject([
    { type: 'comment', actor: grace, poll: { id: 7, question: 'Old?' }, comment: { id: 9, content: 'Hello' } },
    { type: 'vote', count: 4, actor: null, poll: { id: 7, question: 'Old?' } },
    { type: 'follow', actor: grace, poll: null },
    { type: 'follow', actor: null },
  ]);
  expect(await stack.sql('notifications', 'select object_id::int as id from notices where card is null')).toEqual([
    { id: 3 },
  ]);
});
