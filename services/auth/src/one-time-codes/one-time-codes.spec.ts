import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminRpc, authRpc } from '@inkling/contracts';
import { outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, PASSWORD, newEmail, type Mailbox, type SignedIn } from '../auth.spec-support.js';
import { Application, challengeOf, enrol, forgetUsed, sessionOf } from './one-time-codes.spec-support.js';

let auth: Auth;
let mailbox: Mailbox;
beforeAll(async () => {
  auth = await Auth.start({ PUBLIC_ORIGIN: 'https://polls.example.org' });
  mailbox = await auth.openMailbox();
});
afterAll(() => auth.stop());

const state = ({ account }: SignedIn) => auth.rpc.call(authRpc.oneTimeCodes, { userId: account.id });
const begin = (person: SignedIn) => auth.rpc.call(authRpc.beginOneTimeCodes, sessionOf(person));
const confirm = (person: SignedIn, code: string) =>
  auth.rpc.call(authRpc.confirmOneTimeCodes, { ...sessionOf(person), code });
const renew = (person: SignedIn) => auth.rpc.call(authRpc.renewRecoveryCodes, sessionOf(person));
const switchOff = (person: SignedIn) => auth.rpc.call(authRpc.switchOffOneTimeCodes, sessionOf(person));
const signedUp = async () => {
  const email = newEmail();
  return { email, person: await auth.signUp(email) };
};

describe('switching one-time codes on', () => {
  it('leaves signing in as it is until a first code has confirmed the secret', async () => {
    const { email, person } = await signedUp();
    expect(await state(person)).toEqual({ since: null, recoveryCodesLeft: 0 });
    const { secret, uri } = await begin(person);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(uri).toContain(`:${encodeURIComponent(email)}?`);
    // A process that is killed here leaves this state.
    expect(await state(person)).toEqual({ since: null, recoveryCodesLeft: 0 });
    expect(await outcome(auth.logIn(email))).toBe('ok');
    const application = new Application(secret);
    for (const wrong of ['000000', application.code(5), application.code(-5), 'nonsense', ''])
      expect(await outcome(confirm(person, wrong))).toBe('auth/wrong-code');
    expect(await outcome(auth.logIn(email))).toBe('ok');
    const { recoveryCodes } = await confirm(person, application.code());
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await state(person)).toEqual({ since: expect.any(String), recoveryCodesLeft: 10 });
    expect(await outcome(auth.logIn(email))).toBe('auth/code-needed');
    expect(await outcome(auth.refresh(person))).toBe('ok');
  });

  it('replaces a secret that was not confirmed, and never one that was', async () => {
    const { person } = await signedUp();
    const first = new Application((await begin(person)).secret);
    const second = new Application((await begin(person)).secret);
    expect(await outcome(confirm(person, first.code()))).toBe('auth/wrong-code');
    expect(await tally(Array.from({ length: 6 }, () => confirm(person, second.code())))).toEqual({
      ok: 1,
      'one-time-codes-off': 5,
    });
    expect(await outcome(begin(person))).toBe('one-time-codes-on');
  });

  it('has an hour', async () => {
    const { person } = await signedUp();
    const { secret } = await begin(person);
    await auth.rows(
      `update one_time_codes set created_at = now() - interval '61 minutes' where account_id = $1`,
      person.account.id,
    );
    expect(await outcome(confirm(person, new Application(secret).code()))).toBe('one-time-codes-off');
  });

  it('stores the secret encrypted and the recovery codes hashed', async () => {
    const { person } = await signedUp();
    const { application, recoveryCodes } = await enrol(auth, person);
    const [row] = await auth.rows<{ secret: Buffer }>(
      'select secret from one_time_codes where account_id = $1',
      person.account.id,
    );
    expect(row!.secret.includes(application.secret)).toBe(false);
    const hashes = await auth.rows<{ hash: Buffer }>(
      'select code_hash as hash from recovery_codes where account_id = $1',
      person.account.id,
    );
    expect(hashes).toHaveLength(10);
    for (const { hash } of hashes) {
      expect(hash).toHaveLength(32);
      expect(recoveryCodes.some((code) => hash.includes(code))).toBe(false);
    }
  });
});

describe('a stolen session, without a fresh proof', () => {
  it('can neither switch codes on, nor off, nor see any', async () => {
    const { email, person } = await signedUp();
    const stolen = await auth.logIn(email);
    const { secret } = await begin(person);
    const age = () =>
      auth.rows(
        `update sessions set proved_at = now() - interval '601 seconds' where id = $1`,
        stolen.session.sessionId,
      );
    await age();
    for (const act of [begin, renew, switchOff, (who: SignedIn) => confirm(who, new Application(secret).code())])
      await expect(act(stolen)).rejects.toMatchObject({
        code: 'proof-needed',
        status: 403,
        extra: { proofs: ['password'] },
      });
    const { recoveryCodes } = await confirm(person, new Application(secret).code());
    expect(await outcome(switchOff(stolen))).toBe('proof-needed');
    expect(await outcome(renew(stolen))).toBe('proof-needed');
    expect(Object.keys(await state(stolen))).toEqual(['since', 'recoveryCodesLeft']);
    expect((await state(stolen)).recoveryCodesLeft).toBe(recoveryCodes.length);
    expect(await outcome(auth.logIn(email))).toBe('auth/code-needed');
    const stranger = await auth.signUp();
    expect(await outcome(switchOff({ ...person, session: stranger.session }))).toBe('unauthorized');
    await auth.rpc.call(authRpc.logout, { sessionId: person.session.sessionId });
    expect(await outcome(switchOff(person))).toBe('unauthorized');
  });
});

describe('switching one-time codes off', () => {
  it('forgets the secret and the recovery codes, and may be repeated', async () => {
    const { email, person } = await signedUp();
    expect(await outcome(switchOff(person))).toBe('ok');
    expect(await outcome(renew(person))).toBe('one-time-codes-off');
    await enrol(auth, person);
    const challenge = await challengeOf(auth.logIn(email));
    expect([await outcome(switchOff(person)), await outcome(switchOff(person))]).toEqual(['ok', 'ok']);
    expect(await auth.rows('select 1 from one_time_codes where account_id = $1', person.account.id)).toEqual([]);
    expect(await auth.rows('select 1 from recovery_codes where account_id = $1', person.account.id)).toEqual([]);
    expect(await outcome(auth.logIn(email))).toBe('ok');
    expect(await outcome(auth.rpc.call(authRpc.loginWithCode, { challenge, code: '000000', client: CLIENT }))).toBe(
      'auth/sign-in-expired',
    );
  });

  it('is what the operator does for somebody who is locked out', async () => {
    const { email, person } = await signedUp();
    await enrol(auth, person);
    const off = () => auth.rpc.call(adminRpc.switchOffCodes, { user: email });
    expect(await off()).toMatchObject({ user: { id: person.account.id }, wereOn: true });
    expect(await off()).toMatchObject({ wereOn: false });
    expect(await outcome(auth.logIn(email))).toBe('ok');
    expect(await outcome(auth.rpc.call(adminRpc.switchOffCodes, { user: 'nobody@example.org' }))).toBe(
      'user-not-found',
    );
  });

  it('happens when the owner of an address takes an account over that never proved it', async () => {
    const { email, person } = await signedUp();
    await enrol(auth, person);
    const token = await mailbox.token('verify-email', email);
    const { passwordToken } = await auth.rpc.call(authRpc.verifyEmail, { token, client: CLIENT });
    await auth.rpc.call(authRpc.confirmPasswordReset, {
      token: passwordToken!,
      password: 'my own now',
      client: CLIENT,
    });
    expect(await outcome(auth.logIn(email, 'my own now'))).toBe('ok');
  });
});

describe('recovery codes', () => {
  it('that are made anew end those from before', async () => {
    const { email, person } = await signedUp();
    const { recoveryCodes } = await enrol(auth, person);
    const renewed = (await renew(person)).recoveryCodes;
    expect(renewed).toHaveLength(10);
    const challenge = await challengeOf(auth.logIn(email));
    const use = (code: string) => outcome(auth.rpc.call(authRpc.loginWithCode, { challenge, code, client: CLIENT }));
    expect([await use(recoveryCodes[0]!), await use(renewed[0]!)]).toEqual(['auth/wrong-code', 'ok']);
    expect((await state(person)).recoveryCodesLeft).toBe(9);
  });

  it('work when the secret can no longer be decrypted', async () => {
    const { email, person } = await signedUp();
    const { application, recoveryCodes } = await enrol(auth, person);
    await auth.rows(`update one_time_codes set secret = '\\x00' where account_id = $1`, person.account.id);
    const challenge = await challengeOf(auth.logIn(email, PASSWORD));
    const use = (code: string) => outcome(auth.rpc.call(authRpc.loginWithCode, { challenge, code, client: CLIENT }));
    expect([await use(application.code()), await use(recoveryCodes[3]!)]).toEqual(['auth/wrong-code', 'ok']);
    await forgetUsed(auth, person);
  });
});
