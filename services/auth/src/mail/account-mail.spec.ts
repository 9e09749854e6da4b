import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc } from '@inkling/contracts';
import { outcome } from '@inkling/testing';
import { Auth, CLIENT, newEmail } from '../auth.spec-support.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start({ AUTH_MAIL_RETRY_MS: '20', AUTH_MAIL_ATTEMPTS: '12' });
});
afterAll(() => auth.stop());

describe('mail about accounts', () => {
  // One case each, because the pause between attempts doubles and both together would take minutes.
  it.each([
    ['away', 0],
    ['busy', 3],
  ])('is retried while notifications is %s, and sent once', async (why, failures) => {
    const email = newEmail();
    if (why === 'away') await auth.signUp(email);
    const mailbox = await auth.openMailbox({ failures });
    if (why === 'busy') await auth.signUp(email);
    const token = await mailbox.token('verify-email', email);
    expect(await outcome(auth.rpc.call(authRpc.verifyEmail, { token, client: CLIENT }))).toBe('ok');
    expect(mailbox.mails).toHaveLength(1);
    await mailbox.close();
  });

  it('does not keep the service from stopping', async () => {
    await auth.signUp();
    const started = Date.now();
    await auth.stack.stopService('auth');
    // All attempts would take longer than a minute.
    expect(Date.now() - started).toBeLessThan(20_000);
    await auth.stack.startService('auth');
    expect(await outcome(auth.signUp())).toBe('ok');
  });
});
