import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  SESSION_REVOKED_SUBJECT,
  authRpc,
  profileUpdated,
  type Envelope,
  type EventData,
  type SessionRevoked,
} from '@inkling/contracts';
import { startFirebaseEmulator, type FirebaseEmulator } from '../../../../infra/test/firebase-emulator.mjs';
import { outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, claimsOf, newEmail, type Mailbox } from '../auth.spec-support.js';
import { challengeOf, enrol } from '../one-time-codes/one-time-codes.spec-support.js';
import { FirebaseUsers } from './firebase-users.spec-support.js';

const SIX = 'six of them';
/** The emulator is a large download; INKLING_TEST_FIREBASE=0 skips these tests. */
const withEmulator = process.env['INKLING_TEST_FIREBASE'] === '0' ? describe.skip : describe;
const START_TIMEOUT_MS = 240_000;

const base64url = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const unsignedToken = (claims: object) => `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url(claims)}.`;

withEmulator('sign-in with tokens of Firebase', () => {
  let emulator: FirebaseEmulator;
  let users: FirebaseUsers;
  let auth: Auth;
  let mailbox: Mailbox;
  beforeAll(async () => {
    emulator = await startFirebaseEmulator();
    users = new FirebaseUsers(emulator);
    auth = await Auth.start({
      FIREBASE_PROJECT_ID: emulator.project,
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      AUTH_LOGIN_FAILURES_PER_IP: '6',
      AUTH_SIGNUPS_PER_IP: '8',
    });
    mailbox = await auth.openMailbox();
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await auth?.stop();
    await emulator?.stop();
  });

  let numbers = 0;
  const newClient = () => ({ ...CLIENT, ip: `192.0.2.${(numbers += 1)}` });
  const newSub = () => `google-${(numbers += 1)}`;
  const signIn = (provider: 'google' | 'email', idToken: string, client = newClient()) =>
    auth.rpc.call(authRpc.tokenSignIn, { provider, idToken, client });
  /** A token in the emulator's format that the emulator itself would not issue. */
  const unsigned = (claims: object) => {
    const time = Math.floor(Date.now() / 1000);
    const all = {
      iss: `https://securetoken.google.com/${emulator.project}`,
      aud: emulator.project,
      auth_time: time,
      iat: time,
      exp: time + 3600,
      firebase: { sign_in_provider: 'google.com' },
      ...claims,
    };
    return unsignedToken(all);
  };

  it('is offered', async () => {
    expect(await auth.rpc.call(authRpc.features, {})).toEqual({ google: true, passkeys: true });
  });

  it('creates an account from a Google profile, publishes it, and finds it again', async () => {
    const events = auth.listen<Envelope<EventData<typeof profileUpdated>>>(profileUpdated.type);
    const person = {
      sub: newSub(),
      email: `Mixed.${newEmail()}`,
      name: ' Ada Lovelace ',
      picture: 'https://pictures.example.org/ada.jpg',
    };
    const { account, session } = await signIn('google', (await users.google(person)).idToken);
    expect(account).toEqual({
      id: account.id,
      createdAt: expect.any(String),
      email: expect.stringMatching(/^mixed\./i),
      emailVerified: true,
      name: 'Ada Lovelace',
      username: null,
      profilePicture: null,
      hasCompletedProfile: false,
      role: 'member',
      version: 1,
    });
    expect(claimsOf(session.accessToken)).toMatchObject({ sub: account.id, sid: session.sessionId, profile: false });
    await events.until(({ data }) => data.userId === account.id && data.name === 'Ada Lovelace');
    await auth.rpc.call(authRpc.saveProfile, {
      userId: account.id,
      sessionId: session.sessionId,
      name: 'Countess',
      username: 'countess',
    });
    const again = await signIn('google', (await users.google({ ...person, name: 'Somebody else' })).idToken);
    expect(again.account).toMatchObject({ id: account.id, name: 'Countess', hasCompletedProfile: true, version: 2 });
    expect(again.session.sessionId).not.toBe(session.sessionId);
    expect(await outcome(auth.logIn(person.email))).toBe('auth/invalid-credential');
    events.stop();
  });

  it('creates one account for many concurrent first sign-ins', async () => {
    const email = newEmail();
    const { idToken } = await users.google({ sub: newSub(), email, name: 'Quick' });
    const signedIn = await Promise.all(
      Array.from({ length: 8 }, (_, index) => signIn('google', idToken, { ...CLIENT, ip: `192.0.3.${index}` })),
    );
    expect(new Set(signedIn.map(({ account }) => account.id)).size).toBe(1);
    expect(await auth.rows('select 1 from accounts where email_key = $1', email)).toHaveLength(1);
    expect(
      await auth.rows(
        `select 1 from outbox where (payload::json->'data'->>'userId')::bigint = $1`,
        signedIn[0]!.account.id,
      ),
    ).toHaveLength(1);
  });

  it.each([
    ['x'.repeat(80), 'x'.repeat(60)],
    ['Ada\nLovelace', 'Ada Lovelace'],
    ['pay\u202eadA', 'User'],
    ['  ', 'User'],
  ])('cleans the name %j', async (name, cleaned) => {
    expect(
      (await signIn('google', (await users.google({ sub: newSub(), email: newEmail(), name })).idToken)).account.name,
    ).toBe(cleaned);
  });

  it("accepts a token only on its provider's route", async () => {
    const google = await users.google({ sub: newSub(), email: newEmail() });
    const email = await users.register(newEmail(), SIX);
    expect(await outcome(signIn('email', google.idToken))).toBe('auth/invalid-id-token');
    expect(await outcome(signIn('google', email.idToken))).toBe('auth/invalid-id-token');
    expect(await tally([signIn('google', google.idToken), signIn('email', email.idToken)])).toEqual({ ok: 2 });
  });

  it('accepts an unproved email only for a new account, and notices when Firebase has proved it', async () => {
    const email = newEmail();
    const { localId, idToken } = await users.register(email, SIX);
    const { account } = await signIn('email', idToken);
    expect(account).toMatchObject({ email, emailVerified: false, name: 'User' });
    await users.update(localId, { emailVerified: true });
    expect((await signIn('email', (await users.signIn(email, SIX)).idToken)).account).toEqual({
      ...account,
      emailVerified: true,
      version: 2,
    });
  });

  it("refuses an unproved email that is another account's, and changes nothing", async () => {
    const email = newEmail();
    const owner = await auth.signUp(email);
    await expect(signIn('email', (await users.register(email, SIX)).idToken)).rejects.toMatchObject({
      code: 'auth/email-already-in-use',
      status: 409,
    });
    expect(
      await auth.rows('select firebase_uid, email_verified from accounts where id = $1', owner.account.id),
    ).toEqual([{ firebase_uid: null, email_verified: false }]);
    expect(await tally([auth.refresh(owner), auth.logIn(email)])).toEqual({ ok: 2 });
  });

  it('links a proved email to its account, whose password and sessions stay', async () => {
    const email = newEmail();
    const owner = await auth.signUp(email);
    const session = { userId: owner.account.id, sessionId: owner.session.sessionId };
    await auth.rpc.call(authRpc.verifyEmail, {
      token: await mailbox.token('verify-email', email),
      session,
      client: CLIENT,
    });
    const { account } = await signIn('google', (await users.google({ sub: newSub(), email, name: 'Other' })).idToken);
    expect(account).toEqual({ ...owner.account, emailVerified: true, version: 2 });
    expect(await tally([auth.refresh(owner), auth.logIn(email)])).toEqual({ ok: 2 });
  });

  it("removes the password, sessions and links of a stranger who signed up with the owner's email", async () => {
    const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
    const email = newEmail();
    const stranger = await auth.signUp(email);
    const link = await mailbox.token('verify-email', email);
    const owner = await signIn('google', (await users.google({ sub: newSub(), email })).idToken);
    expect(owner.account).toEqual({ ...stranger.account, emailVerified: true, version: 2 });
    await revoked.until(({ sessionId }) => sessionId === stranger.session.sessionId);
    expect(await outcome(auth.refresh(stranger))).toBe('unauthorized');
    expect(await outcome(auth.logIn(email))).toBe('auth/invalid-credential');
    expect(await outcome(auth.rpc.call(authRpc.verifyEmail, { token: link, client: CLIENT }))).toBe(
      'auth/invalid-action-code',
    );
    expect(await outcome(auth.refresh(owner))).toBe('ok');
    revoked.stop();
  });

  it("unlinks a stranger who registered the owner's email at Firebase once the owner uses a mailed link", async () => {
    const email = newEmail();
    const { idToken } = await users.register(email, SIX);
    const stranger = await signIn('email', idToken);
    const token = await mailbox.token('verify-email', email);
    const { passwordToken } = await auth.rpc.call(authRpc.verifyEmail, { token, client: CLIENT });
    expect(await outcome(auth.refresh(stranger))).toBe('unauthorized');
    expect(await outcome(signIn('email', (await users.signIn(email, SIX)).idToken))).toBe('auth/email-already-in-use');
    await auth.rpc.call(authRpc.confirmPasswordReset, {
      token: passwordToken!,
      password: 'of the owner',
      client: CLIENT,
    });
    const owner = await signIn('google', (await users.google({ sub: newSub(), email })).idToken);
    expect(owner.account).toMatchObject({ id: stranger.account.id, emailVerified: true });
    expect(await tally([auth.refresh(owner), auth.logIn(email, 'of the owner')])).toEqual({ ok: 2 });
  });

  it("ends the sessions of a stranger who registered the owner's email at Firebase", async () => {
    const email = newEmail();
    const strange = await users.register(email, SIX);
    const stranger = await signIn('email', strange.idToken);
    const google = await users.google({ sub: newSub(), email });
    expect(google.localId).toBe(strange.localId);
    const owner = await signIn('google', google.idToken);
    expect(owner.account).toMatchObject({ id: stranger.account.id, emailVerified: true });
    expect(await tally([auth.refresh(stranger), auth.refresh(owner)])).toEqual({ unauthorized: 1, ok: 1 });
  });

  it('mails a link to an address registered at Firebase, unless it was proved there', async () => {
    const email = newEmail();
    const { idToken } = await users.register(email, SIX);
    const { account, session } = await signIn('email', idToken);
    const token = await mailbox.token('verify-email', email);
    const own = { userId: account.id, sessionId: session.sessionId };
    expect((await auth.rpc.call(authRpc.verifyEmail, { token, session: own, client: CLIENT })).access).toBeDefined();
    expect((await signIn('email', idToken)).account).toEqual({ ...account, emailVerified: true, version: 2 });

    const proved = newEmail();
    const { localId } = await users.register(proved, SIX);
    await users.update(localId, { emailVerified: true });
    await signIn('email', (await users.signIn(proved, SIX)).idToken);
    const last = newEmail();
    await signIn('email', (await users.register(last, SIX)).idToken);
    await mailbox.token('verify-email', last);
    expect(mailbox.mails.filter(({ to }) => to === proved)).toEqual([]);
  });

  it.each([false, true])(
    'takes no password of Firebase any more once one was chosen here (address proved there: %s)',
    async (provedThere) => {
      const email = newEmail();
      const { localId, idToken } = await users.register(email, SIX);
      if (provedThere) await users.update(localId, { emailVerified: true });
      const fresh = async () => (await users.signIn(email, SIX)).idToken;
      const { account, session } = await signIn('email', await fresh());
      const own = { userId: account.id, sessionId: session.sessionId };
      if (!provedThere) {
        const link = await mailbox.token('verify-email', email);
        await auth.rpc.call(authRpc.verifyEmail, { token: link, session: own, client: CLIENT });
      }
      await auth.rpc.call(authRpc.requestPasswordReset, { email, client: newClient() });
      const token = await mailbox.token('password-reset', email);
      await auth.rpc.call(authRpc.confirmPasswordReset, { token, password: 'chosen here', client: newClient() });
      expect(await tally([signIn('email', idToken), signIn('email', await fresh())])).toEqual({
        'auth/email-already-in-use': 2,
      });
      expect(await outcome(auth.logIn(email, 'chosen here'))).toBe('ok');
      const google = await users.google({ sub: newSub(), email });
      expect((await signIn('google', google.idToken)).account.id).toBe(account.id);
    },
  );

  it('counts new accounts as sign-ups of their network, and lets existing ones in', async () => {
    const client = newClient();
    const tokens: string[] = [];
    for (let time = 0; time < 9; time += 1) tokens.push((await users.register(newEmail(), SIX)).idToken);
    for (const token of tokens.slice(0, 8)) expect(await outcome(signIn('email', token, client))).toBe('ok');
    expect(await outcome(signIn('email', tokens[8]!, client))).toBe('too-many-sign-ups');
    expect(await outcome(signIn('email', tokens[0]!, client))).toBe('ok');
    expect(await outcome(signIn('email', tokens[8]!))).toBe('ok');
  });

  it('refuses users who were disabled or deleted at Firebase, or disabled here', async () => {
    const [disabled, deleted, here] = await Promise.all(
      [1, 2, 3].map(() => users.google({ sub: newSub(), email: newEmail() })),
    );
    const { account } = await signIn('google', here!.idToken);
    await users.update(disabled!.localId, { disableUser: true });
    await users.remove(deleted!.localId);
    await auth.rows('update accounts set disabled_at = now() where id = $1', account.id);
    await expect(signIn('google', disabled!.idToken)).rejects.toMatchObject({
      code: 'auth/user-disabled',
      status: 403,
    });
    expect(await outcome(signIn('google', deleted!.idToken))).toBe('auth/invalid-id-token');
    expect(await outcome(signIn('google', here!.idToken))).toBe('auth/user-disabled');
  });

  it('refuses tokens that are too old or belong to another project', async () => {
    const { localId } = await users.google({ sub: newSub(), email: newEmail() });
    const time = Math.floor(Date.now() / 1000);
    const good = { sub: localId, email: newEmail(), email_verified: true };
    expect(await outcome(signIn('google', unsigned({ ...good, exp: time - 1 })))).toBe('auth/invalid-id-token');
    expect(await outcome(signIn('google', unsigned({ ...good, aud: 'other' })))).toBe('auth/invalid-id-token');
    expect(await outcome(signIn('google', unsigned({ ...good, email_verified: 'yes' })))).toBe('auth/invalid-id-token');
    expect(await outcome(signIn('google', unsigned(good)))).toBe('ok');
  });

  it('asks for a one-time code after a right token, and drops the codes of a stranger with the password', async () => {
    const person = { sub: newSub(), email: newEmail() };
    const own = await signIn('google', (await users.google(person)).idToken);
    const { application } = await enrol(auth, own);
    const challenge = await challengeOf(signIn('google', (await users.google(person)).idToken));
    const enter = (code: string) => auth.rpc.call(authRpc.loginWithCode, { challenge, code, client: newClient() });
    expect([await outcome(enter('000000')), await outcome(enter(application.code()))]).toEqual([
      'auth/wrong-code',
      'ok',
    ]);
    const email = newEmail();
    const stranger = await auth.signUp(email);
    await enrol(auth, stranger);
    const owner = await signIn('google', (await users.google({ sub: newSub(), email })).idToken);
    expect(owner.account).toMatchObject({ id: stranger.account.id, emailVerified: true });
  });

  it('proves who uses a session by a new sign-in of the same person alone', async () => {
    const person = { sub: newSub(), email: newEmail() };
    const { idToken } = await users.google(person);
    const { account, session } = await signIn('google', idToken);
    const own = { userId: account.id, sessionId: session.sessionId };
    await auth.rows('update sessions set proved_at = null where id = $1', session.sessionId);
    const prove = (token: string) => outcome(auth.rpc.call(authRpc.prove, { ...own, idToken: token }));
    const choose = () => outcome(auth.rpc.call(authRpc.changePassword, { ...own, newPassword: SIX }));
    const [row] = await auth.rows<{ sub: string }>(
      'select firebase_uid as sub from accounts where id = $1',
      account.id,
    );
    const old = { ...row, email: person.email, auth_time: Math.floor(Date.now() / 1000) - 601 };
    const other = await users.google({ sub: newSub(), email: newEmail() });
    for (const token of [unsigned(old), unsigned({ ...old, auth_time: undefined }), other.idToken, 'nonsense'])
      expect(await prove(token)).toBe('auth/invalid-id-token');
    expect(await choose()).toBe('proof-needed');
    expect(await prove((await users.google(person)).idToken)).toBe('ok');
    expect(await choose()).toBe('ok');
  });

  it('limits wrong tokens from one network, and does not count successful ones', async () => {
    const client = newClient();
    const { idToken } = await users.google({ sub: newSub(), email: newEmail() });
    for (let time = 0; time < 8; time += 1) expect(await outcome(signIn('google', idToken, client))).toBe('ok');
    expect(await tally(Array.from({ length: 8 }, () => signIn('google', 'nonsense', client)))).toEqual({
      'auth/invalid-id-token': 6,
      'auth/too-many-requests': 2,
    });
    expect(await outcome(signIn('google', idToken, client))).toBe('auth/too-many-requests');
    expect(await outcome(signIn('google', idToken))).toBe('ok');
  });
});

describe('without Firebase', () => {
  it('answers google-unavailable, and other sign-in works', async () => {
    const auth = await Auth.start();
    expect(await auth.rpc.call(authRpc.features, {})).toEqual({ google: false, passkeys: true });
    await expect(
      auth.rpc.call(authRpc.tokenSignIn, { idToken: 'any', provider: 'google', client: CLIENT }),
    ).rejects.toMatchObject({ code: 'google-unavailable', status: 503 });
    expect(await outcome(auth.signUp())).toBe('ok');
    await auth.stop();
  });

  it('being away is answered 503, does not count, and hangs nobody', async () => {
    const auth = await Auth.start({
      FIREBASE_PROJECT_ID: 'demo-inkling',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
      AUTH_LOGIN_FAILURES_PER_IP: '1',
    });
    const time = Math.floor(Date.now() / 1000);
    const claims = {
      iss: 'https://securetoken.google.com/demo-inkling',
      aud: 'demo-inkling',
      sub: 'somebody',
      auth_time: time,
      iat: time,
      exp: time + 60,
    };
    const idToken = unsignedToken(claims);
    for (let call = 0; call < 3; call += 1) {
      await expect(
        auth.rpc.call(authRpc.tokenSignIn, { idToken, provider: 'google', client: CLIENT }),
      ).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    }
    await auth.stop();
  });

  it('an emulator keeps a production server from starting', async () => {
    await expect(
      Auth.start({
        NODE_ENV: 'production',
        AUTH_HASH_MEMORY_KIB: '',
        FIREBASE_PROJECT_ID: 'demo-inkling',
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
      }),
    ).rejects.toThrow('FIREBASE_AUTH_EMULATOR_HOST: is not for production');
  });
});
