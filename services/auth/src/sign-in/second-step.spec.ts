import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminRpc, authRpc } from '@inkling/contracts';
import { outcome, tally } from '@inkling/testing';
import type { AccountEntity } from '../accounts/account.entity.js';
import { Auth, CLIENT, PASSWORD, SECRET, claimsOf, newEmail, type Mailbox } from '../auth.spec-support.js';
import { challengeOf, enrol, forgetUsed, sessionOf } from '../one-time-codes/one-time-codes.spec-support.js';
import { SignInChallenges } from './sign-in-challenge.js';

let auth: Auth;
let mailbox: Mailbox;
beforeAll(async () => {
  auth = await Auth.start({ AUTH_LOGIN_FAILURES_PER_EMAIL: '4', AUTH_CODE_FAILURES_PER_ACCOUNT: '6' });
  mailbox = await auth.openMailbox();
});
afterAll(() => auth.stop());

const withCodes = async () => {
  const email = newEmail();
  const person = await auth.signUp(email);
  return { email, person, ...(await enrol(auth, person)) };
};
const enter = (challenge: string, code: string, ip = CLIENT.ip) =>
  auth.rpc.call(authRpc.loginWithCode, { challenge, code, client: { ...CLIENT, ip } });
const sessions = async (accountId: number): Promise<number> => {
  const [row] = await auth.rows<{ count: number }>(
    'select count(*)::int as count from sessions where account_id = $1 and revoked_at is null',
    accountId,
  );
  return row!.count;
};

describe('the second step of signing in', () => {
  it('opens the session that the first one did not', async () => {
    const { email, person, application } = await withCodes();
    await expect(auth.logIn(email)).rejects.toMatchObject({
      code: 'auth/code-needed',
      status: 401,
      extra: { challenge: expect.any(String) },
    });
    expect(await sessions(person.account.id)).toBe(1);
    const challenge = await challengeOf(auth.logIn(email));
    const { account, session } = await enter(challenge, application.code());
    expect(account).toEqual(person.account);
    expect(claimsOf(session.accessToken)).toMatchObject({ sub: account.id, sid: session.sessionId });
    expect(await sessions(person.account.id)).toBe(2);
  });

  it('takes a one-time code once, also of parallel uses, and none from before it', async () => {
    const { email, person, application } = await withCodes();
    const challenge = await challengeOf(auth.logIn(email));
    // Four at once, because a fifth wrong one would meet the limit.
    const code = application.code();
    const outcomes = await tally(Array.from({ length: 4 }, () => enter(challenge, code)));
    expect(outcomes).toEqual({ ok: 1, 'auth/wrong-code': 3 });
    expect(await sessions(person.account.id)).toBe(2);
    const again = await challengeOf(auth.logIn(email));
    expect(await outcome(enter(again, code, '198.51.100.2'))).toBe('auth/wrong-code');
    expect(await outcome(enter(again, application.code(-1), '198.51.100.2'))).toBe('auth/wrong-code');
  });

  it('takes a recovery code once, also of parallel uses', async () => {
    const { email, person, recoveryCodes } = await withCodes();
    const challenge = await challengeOf(auth.logIn(email));
    const typed = recoveryCodes[4]!.toUpperCase().replaceAll('-', ' ');
    expect(await tally(Array.from({ length: 4 }, () => enter(challenge, typed)))).toEqual({
      ok: 1,
      'auth/wrong-code': 3,
    });
    expect(await auth.rpc.call(authRpc.oneTimeCodes, { userId: person.account.id })).toMatchObject({
      recoveryCodesLeft: 9,
    });
    expect(await sessions(person.account.id)).toBe(2);
  });

  it('allows for a clock that is one step ahead, and for spaces between figures', async () => {
    const { email, person, application } = await withCodes();
    const challenge = await challengeOf(auth.logIn(email));
    for (const offset of [0, 1]) {
      await forgetUsed(auth, person);
      const spaced = application.code(offset).replace(/^(...)/, '$1 ');
      expect([offset, await outcome(enter(challenge, spaced))]).toEqual([offset, 'ok']);
    }
    await forgetUsed(auth, person);
    for (const offset of [-3, 3])
      expect(await outcome(enter(challenge, application.code(offset)))).toBe('auth/wrong-code');
  });

  it("does not accept somebody else's codes", async () => {
    const [one, other] = [await withCodes(), await withCodes()];
    const challenge = await challengeOf(auth.logIn(one.email));
    expect(await outcome(enter(challenge, other.application.code()))).toBe('auth/wrong-code');
    expect(await outcome(enter(challenge, other.recoveryCodes[0]!))).toBe('auth/wrong-code');
  });

  it('has to follow the first one soon, and is bound to its password', async () => {
    const { email, person, application, recoveryCodes } = await withCodes();
    const [row] = await auth.rows<{ hash: string }>(
      'select password_hash as hash from accounts where id = $1',
      person.account.id,
    );
    const account = { id: person.account.id, passwordHash: row!.hash, firebaseUid: null } as AccountEntity;
    const expired = new SignInChallenges(SECRET, 0).issue(account, 'password');
    const forged = new SignInChallenges('another secret of at least 32 characters', 60).issue(account, 'password');
    const right = await challengeOf(auth.logIn(email));
    const other = new SignInChallenges(SECRET, 60).issue(
      { ...account, passwordHash: 'x' } as AccountEntity,
      'password',
    );
    for (const challenge of [expired, forged, other, '', '.', 'a.b', `${right}x`, right.replace(/^./, 'f')])
      expect([challenge, await outcome(enter(challenge, application.code(), '198.51.100.9'))]).toEqual([
        challenge,
        'auth/sign-in-expired',
      ]);
    await auth.rpc.call(authRpc.changePassword, {
      ...sessionOf(person),
      currentPassword: PASSWORD,
      newPassword: 'another password',
    });
    expect(await outcome(enter(right, recoveryCodes[0]!))).toBe('auth/sign-in-expired');
    const next = await challengeOf(auth.logIn(email, 'another password'));
    expect(await outcome(enter(next, application.code()))).toBe('ok');
  });

  it('is not skipped by a new password from a mailed link', async () => {
    const { email, application } = await withCodes();
    const choose = async (password: string) => {
      await auth.rpc.call(authRpc.requestPasswordReset, { email, client: CLIENT });
      const token = await mailbox.token('password-reset', email);
      await auth.rpc.call(authRpc.confirmPasswordReset, { token, password, client: CLIENT });
    };
    await auth.rows('update accounts set email_verified = true where email = $1', email);
    await choose('chosen by mail');
    const challenge = await challengeOf(auth.logIn(email, 'chosen by mail'));
    expect(await outcome(enter(challenge, application.code()))).toBe('ok');
  });

  it('ends when a mailed link first proves the address, as the account may have been a stranger’s until then', async () => {
    const { email } = await withCodes();
    await auth.rpc.call(authRpc.requestPasswordReset, { email, client: CLIENT });
    const token = await mailbox.token('password-reset', email);
    await auth.rpc.call(authRpc.confirmPasswordReset, { token, password: 'chosen by mail', client: CLIENT });
    expect(await outcome(auth.logIn(email, 'chosen by mail'))).toBe('ok');
  });

  it('is refused for a disabled account', async () => {
    const { email, application } = await withCodes();
    const challenge = await challengeOf(auth.logIn(email));
    await auth.rpc.call(adminRpc.setDisabled, { user: email, disabled: true });
    expect(await outcome(enter(challenge, application.code()))).toBe('auth/user-disabled');
  });
});

describe('guessing codes', () => {
  it('is limited from one network, and a right code starts over', async () => {
    const { email, person, application } = await withCodes();
    const challenge = await challengeOf(auth.logIn(email));
    for (let guess = 0; guess < 3; guess += 1)
      expect(await outcome(enter(challenge, '000000'))).toBe('auth/wrong-code');
    expect(await outcome(enter(challenge, application.code()))).toBe('ok');
    await auth.rows(`delete from rate_limits where key like 'code-account%'`);
    await forgetUsed(auth, person);
    const outcomes = await tally(Array.from({ length: 12 }, () => enter(challenge, '000000')));
    expect(outcomes).toEqual({ 'auth/wrong-code': 4, 'auth/too-many-requests': 8 });
    expect(await outcome(enter(challenge, application.code()))).toBe('auth/too-many-requests');
    expect(await outcome(enter(challenge, application.code(), '198.51.101.1'))).toBe('ok');
  });

  it('is limited for the account, however many networks take part, and begins no new count with a new first step', async () => {
    const { email, application, recoveryCodes } = await withCodes();
    const challenge = await challengeOf(auth.logIn(email));
    const guesses = Array.from({ length: 20 }, (_, network) => enter(challenge, '000000', `192.0.2.${network}`));
    expect(await tally(guesses)).toEqual({ 'auth/wrong-code': 6, 'auth/too-many-requests': 14 });
    const anew = await challengeOf(auth.logIn(email));
    expect(await outcome(enter(anew, application.code(), '203.0.113.1'))).toBe('auth/too-many-requests');
    expect(await outcome(enter(anew, recoveryCodes[0]!, '203.0.113.1'))).toBe('auth/too-many-requests');
  });
});
