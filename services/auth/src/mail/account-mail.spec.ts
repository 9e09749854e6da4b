import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc } from '@inkling/contracts';
import { CLIENT, newEmail, openMailbox, outcome, signUp, startAuth, type Stack } from '../auth.spec-support.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startAuth({ AUTH_MAIL_RETRY_MS: '20', AUTH_MAIL_ATTEMPTS: '12' });
});
afterAll(() => stack.stop());

describe('mail about accounts', () => {
  it('is tried again while notifications is away or busy, and sent once', async () => {
    const email = newEmail();
    await signUp(stack, email);
    const mailbox = await openMailbox(stack, { failures: 3 });
    const token = await mailbox.token('verify-email', email);
    expect(await outcome(stack.rpc.call(authRpc.verifyEmail, { token, client: CLIENT }))).toBe('ok');
    expect(mailbox.mails).toHaveLength(1);
    await mailbox.close();
  });

  it('does not keep the service from ending', async () => {
    await signUp(stack);
    const started = Date.now();
    await stack.stopService('auth');
    expect(Date.now() - started).toBeLessThan(3_000);
    await stack.startService('auth');
    expect(await outcome(signUp(stack))).toBe('ok');
  });
});
