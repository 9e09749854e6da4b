import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc } from '@inkling/contracts';
import { startService, type RunningService } from '@inkling/platform';
import { startStack, type Stack } from '@inkling/testing';
import { CLIENT, PASSWORD, SECRET } from '../auth.spec-support.js';
import { hashPassword } from '../identity/password-hash.js';
import { service } from '../index.js';

let stack: Stack;
let running: RunningService | undefined;
beforeAll(async () => {
  stack = await startStack({
    services: [{ ...service, migrations: service.migrations!.slice(0, 1) }],
    env: { SESSION_SECRET: SECRET },
  });
});
afterAll(async () => {
  await running?.stop();
  await stack.stop();
});

describe('migrations', () => {
  it('bring a database with accounts and sessions of the first release up to date', async () => {
    await stack.stopService('auth');
    await stack.sql(
      'auth',
      `insert into accounts
         (email, email_key, password_hash, name, username, username_key, profile_picture, has_completed_profile)
       values
        ('Old@Example.org', 'old@example.org', $1, 'Old', 'old', 'old', '/uploads/aaaaaaaaaaaaaaaaaaaaaaaa.jpg', true)`,
      [await hashPassword(PASSWORD, 64)],
    );
    await stack.sql(
      'auth',
      `insert into sessions (id, account_id, user_agent) select gen_random_uuid(), id, 'old' from accounts`,
    );
    running = await startService(service, { env: stack.env('auth') });
    const { account } = await stack.rpc.call(authRpc.login, {
      email: 'old@example.org',
      password: PASSWORD,
      client: CLIENT,
    });
    expect(account).toMatchObject({ name: 'Old', username: 'old', hasCompletedProfile: true });
    expect((await stack.rpc.call(authRpc.usedPictures, { paths: [account.profilePicture!] })).paths).toEqual([
      account.profilePicture,
    ]);
    expect(await stack.rpc.call(authRpc.endAllSessions, { userId: account.id })).toEqual({});
  });
});
