import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { outcome } from '@inkling/testing';
import { Auth, newEmail } from '../auth.spec-support.js';

describe('a deletion that is due when auth starts', () => {
  let auth: Auth;
  beforeAll(async () => {
    auth = await Auth.start({ ACCOUNT_DELETION_SWEEP_MS: '600000' });
  });
  afterAll(() => auth.stop());

  it('has begun before the first call is answered', async () => {
    const email = newEmail();
    await auth.signUp(email);
    const other = newEmail();
    await auth.signUp(other);
    await auth.stack.stopService('auth');
    // As a restore carries it over from a list.
    await auth.rows(
      `insert into account_deletions (account_id, polls, requested_at, due_at, request_mail_id)
       select id, 'delete', now(), now(), null from accounts where email = $1`,
      email,
    );
    await auth.stack.startService('auth');
    expect(await outcome(auth.logIn(email))).toBe('auth/user-not-found');
    expect(await outcome(auth.logIn(other))).toBe('ok');
  });
});
