import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc } from '@inkling/contracts';
import { outcome } from '@inkling/testing';
import { CLIENT, newEmail, openMailbox, signUp, startAuth, type Stack } from '../auth.spec-support.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startAuth({ AUTH_MAIL_RETRY_MS: '20', AUTH_MAIL_ATTEMPTS: '12' });
});
afterAll(() => stack.stop());

describe('mail about accounts', () => {
  // One case each, because the pause between attempts doubles and both together would take minutes.
  it.each([
    ['away', 0],
    ['busy', 3],
  ])('is retried while notifications is %s, and sent once', async (why, failures) => {
    const email = newEmail();
    if (why === 'away') await signUp(stack, email);
    const mailbox = await openMailbox(stack, { failures });
    if (why === 'busy') await signUp(stack, email);
    const token = await mailbox.token('verify-email', email);
    expect(await outcome(stack.rpc.call(authRpc.verifyEmail, { token, client: CLIENT }))).toBe('ok');
    expect(mailbox.mails).toHaveLength(1);
    await mailbox.close();
  });

  it('does not keep the service from stopping', async () => {
    await signUp(stack);
    const started = Date.now();
    await stack.stopService('auth');
    // All attempts would take longer than a minute.
    expect(Date.now() - started).toBeLessThan(20_000);
    await stack.startService('auth');
    expect(await outcome(signUp(stack))).toBe('ok');
  });
});
