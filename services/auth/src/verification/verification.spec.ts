import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc, profileUpdated, type Envelope, type EventData } from '@inkling/contracts';
import { newOpaqueToken } from '../opaque-token.js';
import { outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, newEmail, type Mailbox } from '../auth.spec-support.js';

let auth: Auth;
let mailbox: Mailbox;
beforeAll(async () => {
  auth = await Auth.start({ AUTH_MAILS_PER_EMAIL: '3' });
  mailbox = await auth.openMailbox();
});
afterAll(() => auth.stop());

const send = (userId: number) => auth.rpc.call(authRpc.sendVerification, { userId });
const verify = (token: string) => auth.rpc.call(authRpc.verifyEmail, { token, client: CLIENT });
const accountOf = (userId: number) => auth.rpc.call(authRpc.account, { userId });

describe('verification of an email', () => {
  it('is mailed once after sign-up, with a link that is valid for a day', async () => {
    const email = newEmail();
    const { account } = await auth.signUp(email);
    const mail = await mailbox.until('verify-email', email);
    expect(mail).toEqual({
      template: 'verify-email',
      to: email,
      name: '',
      link: expect.stringMatching(/^http:\/\/localhost:8080\/verify-email\?token=[\w-]{43}$/),
    });
    expect(
      await auth.rows(
        'select extract(epoch from expires_at - created_at)::int as seconds from action_tokens where account_id = $1',
        account.id,
      ),
    ).toEqual([{ seconds: 86_400 }]);
    const token = new URL(mail.link!).searchParams.get('token')!;
    expect(await tally(Array.from({ length: 6 }, () => verify(token)))).toEqual({
      ok: 1,
      'auth/invalid-action-code': 5,
    });
    expect(await accountOf(account.id)).toEqual({ ...account, emailVerified: true, version: 2 });
  });

  it('is published to other services once, without the address', async () => {
    const events = auth.listen<Envelope<EventData<typeof profileUpdated>>>(profileUpdated.type);
    const email = newEmail();
    const { account } = await auth.signUp(email);
    await verify(await mailbox.token('verify-email', email));
    const { data } = await events.until((event) => event.data.userId === account.id && event.data.version === 2);
    expect(data).toMatchObject({ emailVerified: true });
    const published = events.messages.filter((event) => event.data.userId === account.id);
    expect(published.map((event) => event.data.emailVerified)).toEqual([false, true]);
    expect(JSON.stringify(published)).not.toContain(email);
    const { profiles } = await auth.rpc.call(authRpc.exportProfiles, { after: account.id - 1, limit: 1 });
    expect(profiles).toEqual([data]);
    events.stop();
  });

  it('can be requested again within limits, which replaces the first link', async () => {
    const email = newEmail();
    const { account } = await auth.signUp(email);
    const first = await mailbox.token('verify-email', email);
    expect(await outcome(send(account.id))).toBe('ok');
    const second = await mailbox.token('verify-email', email, 2);
    expect(await outcome(send(account.id))).toBe('ok');
    const third = await mailbox.token('verify-email', email, 3);
    await expect(send(account.id)).rejects.toMatchObject({ code: 'too-many-requests', status: 429 });
    expect(await outcome(verify(first))).toBe('auth/invalid-action-code');
    expect(await outcome(verify(second))).toBe('auth/invalid-action-code');
    expect(await outcome(verify(third))).toBe('ok');
  });

  it('of an already verified email mails nothing and counts nothing', async () => {
    const email = newEmail();
    const { account } = await auth.signUp(email);
    await verify(await mailbox.token('verify-email', email));
    for (let time = 0; time < 4; time += 1) expect(await send(account.id)).toEqual({});
    expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
    expect(await outcome(send(999_999))).toBe('user-not-found');
  });

  it('distinguishes an expired link from an unknown one', async () => {
    const email = newEmail();
    const { account } = await auth.signUp(email);
    const token = await mailbox.token('verify-email', email);
    await auth.rows('update action_tokens set expires_at = now() where account_id = $1', account.id);
    expect(await outcome(verify(token))).toBe('auth/expired-action-code');
    expect(await outcome(verify(newOpaqueToken()))).toBe('auth/invalid-action-code');
    expect((await accountOf(account.id)).emailVerified).toBe(false);
  });
});
