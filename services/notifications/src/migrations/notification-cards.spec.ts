import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { notificationsRpc, type Notification } from '@inkling/contracts';
import { OldInstallation } from './old-installation.spec-support.js';

let installation: OldInstallation;
beforeAll(async () => {
  installation = await OldInstallation.before('Migration20261121060000');
  await installation.sql(`insert into profiles (user_id, name, username, profile_picture, version)
     values (1, 'Ada', 'ada', null, 2), (2, 'Grace', 'grace', '/uploads/g.webp', 3)`);
  await installation.sql(`insert into poll_activity (poll_id, author_id, question) values (7, 1, 'Old?')`);
  await installation.sql(
    `insert into comments (comment_id, poll_id, user_id, content, created_at) values (9, 7, 2, 'Hello', now())`,
  );
  await installation.sql(`
    insert into notices
      (recipient_id, kind, object_id, poll_id, actor_id, comment_id, count, seq, updated_at)
    values
      (1, 'comment', 7, 7, 2, 9, 1, 1, now()), (1, 'vote', 7, 7, null, null, 4, 2, now() - interval '1 minute'),
      (1, 'follow', 2, null, 2, null, 1, 3, now() - interval '2 minutes'),
      (1, 'follow', 3, null, 3, null, 1, 4, now() - interval '3 minutes')`);
  await installation.upgrade();
});
afterAll(() => installation.stop());

it('the migration fills cards, except where the actor has not arrived', async () => {
  const { notifications } = (await installation.stack.rpc.call(notificationsRpc.list, { userId: 1 })) as {
    notifications: Notification[];
  };
  const grace = { id: 2, name: 'Grace', username: 'grace', profilePicture: '/uploads/g.webp' };
  expect(notifications).toMatchObject([
    { type: 'comment', actor: grace, poll: { id: 7, question: 'Old?' }, comment: { id: 9, content: 'Hello' } },
    { type: 'vote', count: 4, actor: null, poll: { id: 7, question: 'Old?' } },
    { type: 'follow', actor: grace, poll: null },
    { type: 'follow', actor: null },
  ]);
  expect(await installation.sql('select object_id::int as id from notices where card is null')).toEqual([{ id: 3 }]);
});
