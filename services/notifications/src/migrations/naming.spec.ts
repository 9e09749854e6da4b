import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { notificationsRpc } from '@inkling/contracts';
import { OldInstallation } from './old-installation.spec-support.js';

let installation: OldInstallation;
beforeAll(async () => {
  installation = await OldInstallation.before('Migration20261122030000');
  await installation.sql(
    `insert into profiles (user_id, name, username, version) values (1, 'Ada', 'ada', 2), (2, 'Grace', 'grace', 2)`,
  );
  await installation.sql(`insert into preferences (user_id, push_off, name_in_votes)
     values (1, '{}', true), (2, '{follow}', true), (3, '{}', false)`);
  await installation.sql(`insert into poll_activity (poll_id, author_id, question) values (7, 1, 'Old?')`);
  await installation.sql(`
    insert into notices
      (recipient_id, kind, object_id, poll_id, actor_id, count, seq, updated_at, card)
    values
      (1, 'vote', 7, 7, 2, 5, 1, now(), '{"name": "Grace", "username": "grace", "version": 2, "question": "Old?"}')`);
  await installation.upgrade();
});
afterAll(() => installation.stop());

const stored = (userId: number) => installation.stack.rpc.call(notificationsRpc.preferences, { userId });

it('only people who asked for it are named, in new notifications and in existing ones', async () => {
  for (const userId of [1, 2, 3]) expect(await stored(userId)).toMatchObject({ nameInVotes: false });
  const list = async () => (await installation.stack.rpc.call(notificationsRpc.list, { userId: 1 })).notifications;
  expect(await list()).toMatchObject([{ type: 'vote', count: 5, actor: null, poll: { question: 'Old?' } }]);
  await installation.stack.rpc.call(notificationsRpc.savePreferences, { userId: 2, nameInVotes: true });
  expect(await list()).toMatchObject([{ actor: null }]);
  expect(JSON.stringify(await installation.sql('select * from notices'))).not.toContain('Grace');
});

it('people who changed a push preference keep all of theirs, and all others get the new defaults', async () => {
  const pushes = async (userId: number) =>
    Object.entries(await stored(userId)).flatMap(([kind, ways]) =>
      typeof ways === 'object' && ways.push ? [kind] : [],
    );
  expect(await pushes(1)).toEqual(['comment', 'follow', 'new_poll']);
  expect(await pushes(2)).toEqual(['vote', 'comment', 'like', 'poll_ended', 'new_poll']);
  expect(await pushes(3)).toEqual(['comment', 'follow', 'new_poll']);
});
