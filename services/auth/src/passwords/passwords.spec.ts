import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_REVOKED_SUBJECT, authRpc, type SessionRevoked } from '@inkling/contracts';
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.js';
import { eventually, outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, PASSWORD, newEmail, type Mailbox, type SignedIn } from '../auth.spec-support.js';

const NEW = 'an even better password';

let auth: Auth;
let mailbox: Mailbox;
let addresses = 0;
/** Every test uses its own address. */
const newClient = () => ({ ...CLIENT, ip: `203.0.113.${(addresses += 1)}` });

beforeAll(async () => {
  auth = await Auth.start({
    PUBLIC_ORIGIN: 'https://polls.example.org',
    AUTH_MAILS_PER_EMAIL: '4',
    AUTH_MAILS_PER_IP: '8',
    AUTH_LOGIN_FAILURES_PER_EMAIL: '4',
    AUTH_ACTION_FAILURES_PER_IP: '3',
    AUTH_HASH_WAITING: '50',
  });
  mailbox = await auth.openMailbox();
});
afterAll(() => auth.stop());

const request = (email: unknown, client = newClient()) =>
  auth.rpc.call(authRpc.requestPasswordReset, { email, client });
const confirm = (token: string, password = NEW, client = newClient()) =>
  auth.rpc.call(authRpc.confirmPasswordReset, { token, password, client });
const change = ({ account, session }: SignedIn, currentPassword: string | undefined, newPassword = NEW) =>
  auth.rpc.call(authRpc.changePassword, {
    userId: account.id,
    sessionId: session.sessionId,
    currentPassword,
    newPassword,
  });
const signedUp = async () => {
  const email = newEmail();
  return { email, person: await auth.signUp(email) };
};
/** Requests a reset for this email and returns the mailed token. */
const resetToken = async (email: string, nth?: number) => {
  await request(email);
  return mailbox.token('password-reset', email, nth);
};

describe('password reset', () => {
  it('sets the password, proves the email, ends every session, closes its sockets and mails the owner', async () => {
    const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
    const { email, person } = await signedUp();
    const other = await auth.logIn(email);
    await request(` ${email.toUpperCase()} `);
    const mail = await mailbox.until('password-reset', email);
    expect(mail).toEqual({
      template: 'password-reset',
      to: email,
      name: '',
      link: expect.stringMatching(/^https:\/\/polls\.example\.org\/reset-password\?token=[\w-]{43}$/),
    });
    expect(await confirm(new URL(mail.link!).searchParams.get('token')!)).toEqual({});
    for (const { session } of [person, other])
      await revoked.until((message) => message.sessionId === session.sessionId && message.userId === person.account.id);
    expect(await tally([auth.refresh(person), auth.refresh(other)])).toEqual({ unauthorized: 2 });
    expect(await outcome(auth.logIn(email))).toBe('auth/wrong-password');
    expect((await auth.logIn(email, NEW)).account.emailVerified).toBe(true);
    expect(await mailbox.until('password-changed', email)).toEqual({
      template: 'password-changed',
      to: email,
      name: 'User',
    });
    revoked.stop();
  });

  it('stores the token only as a hash, for an hour', async () => {
    const { email, person } = await signedUp();
    const token = await resetToken(email);
    expect(
      await auth.rows(
        `select purpose, token_hash = $2 as same, extract(epoch from expires_at - created_at)::int as seconds
         from action_tokens where account_id = $1 and purpose = 'password-reset'`,
        person.account.id,
        hashOpaqueToken(token),
      ),
    ).toEqual([{ purpose: 'password-reset', same: true, seconds: 3600 }]);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('works for one of many concurrent uses of a link, and never again', async () => {
    const { email } = await signedUp();
    const token = await resetToken(email);
    const passwords = Array.from({ length: 12 }, (_, index) => `password number ${index}`);
    const outcomes = await Promise.all(passwords.map((password) => outcome(confirm(token, password))));
    expect(outcomes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'auth/invalid-action-code']));
    expect(await outcome(auth.logIn(email, passwords[outcomes.indexOf('ok')]))).toBe('ok');
    expect(await outcome(confirm(token))).toBe('auth/invalid-action-code');
  });

  it("accepts only an account's newest link, even if many are requested concurrently", async () => {
    const { email, person } = await signedUp();
    await Promise.all(Array.from({ length: 3 }, () => request(email)));
    const tokens = await Promise.all([1, 2, 3].map((nth) => mailbox.token('password-reset', email, nth)));
    expect(
      await auth.rows(
        `select 1 from action_tokens where account_id = $1 and purpose = 'password-reset'`,
        person.account.id,
      ),
    ).toHaveLength(1);
    expect(await tally(tokens.map((token) => confirm(token)))).toEqual({ ok: 1, 'auth/invalid-action-code': 2 });
  });

  it('distinguishes an expired link from an unknown one and from one for another purpose', async () => {
    const { email, person } = await signedUp();
    const token = await resetToken(email);
    await auth.rows('update action_tokens set expires_at = now() where account_id = $1', person.account.id);
    await expect(confirm(token)).rejects.toMatchObject({ code: 'auth/expired-action-code', status: 400 });
    await expect(confirm(newOpaqueToken())).rejects.toMatchObject({ code: 'auth/invalid-action-code', status: 400 });
    expect(await outcome(confirm(await mailbox.token('verify-email', email)))).toBe('auth/invalid-action-code');
    expect(await outcome(confirm(''))).toBe('auth/invalid-action-code');
    expect(await outcome(auth.logIn(email))).toBe('ok');
  });

  it('keeps the link valid if the new password is too weak', async () => {
    const { email } = await signedUp();
    const token = await resetToken(email);
    await expect(confirm(token, '12345')).rejects.toMatchObject({ code: 'auth/weak-password', status: 400 });
    expect(await outcome(confirm(token, 'x'.repeat(257)))).toBe('invalid-request');
    expect(await outcome(confirm(token))).toBe('ok');
  });

  it('unlinks a Firebase user that was linked before the email was proved', async () => {
    const { email, person } = await signedUp();
    await auth.rows(`update accounts set firebase_uid = 'stranger' where id = $1`, person.account.id);
    await confirm(await resetToken(email));
    expect(await auth.rows('select firebase_uid from accounts where id = $1', person.account.id)).toEqual([
      { firebase_uid: null },
    ]);
    await auth.rows(`update accounts set firebase_uid = 'own' where id = $1`, person.account.id);
    await confirm(await resetToken(email, 2));
    expect(await auth.rows('select firebase_uid from accounts where id = $1', person.account.id)).toEqual([
      { firebase_uid: 'own' },
    ]);
  });

  it('answers and limits an unknown address in the same way, and mails nothing', async () => {
    const nobody = newEmail();
    const { email } = await signedUp();
    const answers = async (address: string) => {
      const all: unknown[] = [];
      for (let time = 0; time < 4; time += 1)
        all.push(
          await request(address).then(
            (reply) => reply,
            (error: { code: string }) => error.code,
          ),
        );
      return all;
    };
    expect(await answers(nobody)).toEqual([{}, {}, {}, {}]);
    expect(await answers(email)).toEqual([{}, {}, {}, {}]);
    await mailbox.until('password-reset', email, 3);
    expect(mailbox.mails.some(({ to }) => to === nobody)).toBe(false);
    expect(await outcome(request('nobody'))).toBe('auth/invalid-email');
    expect(await outcome(request(undefined))).toBe('auth/invalid-email');
  });

  it('limits requests and wrong links from one network', async () => {
    const client = newClient();
    expect(await tally(Array.from({ length: 12 }, () => request(newEmail(), client)))).toEqual({
      ok: 8,
      'too-many-requests': 4,
    });
    const { email } = await signedUp();
    const token = await resetToken(email);
    expect(await tally(Array.from({ length: 6 }, () => confirm(newOpaqueToken(), NEW, client)))).toEqual({
      'auth/invalid-action-code': 3,
      'too-many-requests': 3,
    });
    expect(await outcome(confirm(token, NEW, client))).toBe('too-many-requests');
    expect(await outcome(confirm(token))).toBe('ok');
  });

  it('fails a concurrent log-in with the old password', async () => {
    const { email } = await signedUp();
    const token = await resetToken(email);
    const calls = Array.from({ length: 12 }, () => auth.logIn(email, PASSWORD, newClient().ip));
    const [settled] = await Promise.all([Promise.allSettled(calls), confirm(token)]);
    const signedIn = settled.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
    expect(await outcome(auth.logIn(email, NEW))).toBe('ok');
    expect(await tally(signedIn.map((each) => auth.refresh(each)))).toEqual(
      signedIn.length > 0 ? { unauthorized: signedIn.length } : {},
    );
  });
});

describe('change of password', () => {
  it('needs the current one, ends all other sessions, invalidates mailed links and mails the owner', async () => {
    const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
    const { email, person } = await signedUp();
    const other = await auth.logIn(email);
    const token = await resetToken(email);
    expect(await change(person, PASSWORD)).toEqual({});
    await revoked.until((message) => message.sessionId === other.session.sessionId);
    expect(revoked.messages.some(({ sessionId }) => sessionId === person.session.sessionId)).toBe(false);
    expect([await outcome(auth.refresh(other)), await outcome(auth.refresh(person))]).toEqual(['unauthorized', 'ok']);
    expect([await outcome(auth.logIn(email)), await outcome(auth.logIn(email, NEW))]).toEqual([
      'auth/wrong-password',
      'ok',
    ]);
    expect(await outcome(confirm(token))).toBe('auth/invalid-action-code');
    await mailbox.until('password-changed', email);
    revoked.stop();
  });

  it('refuses passwords that are weak, wrong or missing, and sessions of other users', async () => {
    const [{ email, person }, { person: other }] = [await signedUp(), await signedUp()];
    await expect(change(person, PASSWORD, '12345')).rejects.toMatchObject({ code: 'auth/weak-password', status: 400 });
    await expect(change(person, 'a bad password')).rejects.toMatchObject({
      code: 'auth/wrong-password',
      status: 401,
      message: 'The current password is not right.',
    });
    expect(await outcome(change(person, undefined))).toBe('auth/wrong-password');
    expect(await outcome(change({ ...person, session: other.session }, PASSWORD))).toBe('unauthorized');
    await auth.rpc.call(authRpc.logout, { sessionId: person.session.sessionId });
    expect(await outcome(change(person, PASSWORD))).toBe('unauthorized');
    expect(await outcome(auth.logIn(email))).toBe('ok');
  });

  it('limits guesses per account, also parallel ones, and does not count successes', async () => {
    const { person } = await signedUp();
    for (let time = 0; time < 6; time += 1)
      expect(await outcome(change(person, time === 0 ? PASSWORD : NEW))).toBe('ok');
    expect(await tally(Array.from({ length: 9 }, (_, guess) => change(person, `guess ${guess}`)))).toEqual({
      'auth/wrong-password': 4,
      'auth/too-many-requests': 5,
    });
    expect(await outcome(change(person, NEW))).toBe('auth/too-many-requests');
  });

  it('limits mails to an unproved address and leaves out the name; a proved address always gets them', async () => {
    const email = newEmail();
    const person = await auth.rpc.call(authRpc.signup, {
      email,
      password: PASSWORD,
      name: 'You won at evil.example',
      client: newClient(),
    });
    expect(await mailbox.until('verify-email', email)).toMatchObject({ name: '' });
    for (let time = 0; time < 6; time += 1)
      expect(await outcome(change(person, time === 0 ? PASSWORD : NEW))).toBe('ok');
    const changed = () => mailbox.mails.filter(({ template, to }) => template === 'password-changed' && to === email);
    await mailbox.until('password-changed', email, 3);
    const key = `mail-email:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;
    await eventually(async () =>
      expect(await auth.rows('select points from rate_limits where key = $1', key)).toEqual([{ points: 7 }]),
    );
    expect(changed().map(({ name }) => name)).toEqual(['', '', '']);
    await auth.rows('update accounts set email_verified = true where id = $1', person.account.id);
    for (let time = 0; time < 2; time += 1) await change(person, NEW);
    expect((await mailbox.until('password-changed', email, 5)).name).toBe('You won at evil.example');
  });

  it('gives an account without a password its first one', async () => {
    const { email, person } = await signedUp();
    await auth.rows('update accounts set password_hash = null where id = $1', person.account.id);
    expect(await outcome(change(person, PASSWORD))).toBe('auth/wrong-password');
    await auth.rows('update sessions set proved_at = null where id = $1', person.session.sessionId);
    expect(await outcome(change(person, undefined))).toBe('proof-needed');
    await auth.rows('update sessions set proved_at = now() where id = $1', person.session.sessionId);
    expect(await outcome(change(person, undefined))).toBe('ok');
    expect(await outcome(auth.logIn(email, NEW))).toBe('ok');
  });

  it('from two sessions at the same time succeeds in one, which ends the other', async () => {
    const { email, person } = await signedUp();
    const other = await auth.logIn(email);
    const outcomes = await Promise.all(
      [person, other].map((who, index) => outcome(change(who, PASSWORD, `chosen in ${index}`))),
    );
    expect(outcomes.filter((code) => code === 'ok')).toHaveLength(1);
    const winner = outcomes.indexOf('ok');
    expect(['unauthorized', 'auth/wrong-password']).toContain(outcomes[1 - winner]);
    expect(await outcome(auth.logIn(email, `chosen in ${winner}`))).toBe('ok');
  });
});
