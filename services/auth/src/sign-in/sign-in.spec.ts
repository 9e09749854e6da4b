import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Account, authRpc, profileUpdated, type Envelope, type EventData } from '@inkling/contracts';
import type { ApiError } from '@inkling/platform';
import { outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, PASSWORD, claimsOf, newEmail, type SignedIn } from '../auth.spec-support.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start();
});
afterAll(() => auth.stop());

const login = (email: unknown, password: unknown) => auth.rpc.call(authRpc.login, { email, password, client: CLIENT });

/** Signs up again, a few times, after a 503: on a busy machine, connections to the database take too long. */
async function untilDecided(email: string, attempts = 4): Promise<SignedIn> {
  try {
    return await auth.signUp(email);
  } catch (error) {
    if ((error as ApiError).code !== 'unavailable' || attempts === 1) throw error;
    return untilDecided(email, attempts - 1);
  }
}

describe('sign-up', () => {
  it('creates an account with an incomplete profile, signs it in and publishes it', async () => {
    const events = auth.listen<Envelope<EventData<typeof profileUpdated>>>(profileUpdated.type);
    const email = `Mixed.${newEmail()}`;
    const { account, session } = await auth.signUp(email);
    expect(Account.strict().parse(account)).toEqual({
      id: account.id,
      createdAt: expect.any(String),
      email,
      emailVerified: false,
      name: 'User',
      username: null,
      profilePicture: null,
      hasCompletedProfile: false,
      role: 'member',
      version: 1,
    });
    expect(claimsOf(session.accessToken)).toMatchObject({ sub: account.id, sid: session.sessionId, profile: false });
    const { data } = await events.until((event) => event.data.userId === account.id);
    expect(profileUpdated.data.parse(data)).toEqual({
      userId: account.id,
      createdAt: account.createdAt,
      name: 'User',
      username: null,
      profilePicture: null,
      hasCompletedProfile: false,
      emailVerified: false,
      version: 1,
    });
    events.stop();
  });

  it('keeps a given name', async () => {
    const { account } = await auth.rpc.call(authRpc.signup, {
      email: newEmail(),
      password: PASSWORD,
      name: ' Ada ',
      client: CLIENT,
    });
    expect(account.name).toBe('Ada');
  });

  it('stores neither password nor refresh token', async () => {
    const { account, session } = await auth.signUp();
    const [stored] = await auth.rows('select password_hash from accounts where id = $1', account.id);
    expect(stored?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$/);
    const [token] = await auth.rows(
      `select encode(token_hash, 'hex') as hash from refresh_tokens where session_id = $1`,
      session.sessionId,
    );
    expect(token?.['hash']).toMatch(/^[0-9a-f]{64}$/);
    expect(Buffer.from(String(token?.['hash']), 'hex').toString('base64url')).not.toBe(session.refreshToken);
  });

  it('gives an email to only one of many concurrent sign-ups, whatever its case', async () => {
    const email = newEmail();
    const calls = Array.from({ length: 12 }, (_, index) => untilDecided(index % 2 ? email.toUpperCase() : email));
    expect(await tally(calls)).toEqual({ ok: 1, 'auth/email-already-in-use': 11 });
    const accounts = await auth.rows('select id from accounts where lower(email) = $1', email);
    expect(accounts).toHaveLength(1);
    const announced = await auth.rows(
      `select 1 from outbox where (payload::json->'data'->>'userId')::bigint = $1`,
      accounts[0]?.['id'],
    );
    expect(announced).toHaveLength(1);
  });

  it.each([
    [{ email: 'nobody', password: PASSWORD }, 'auth/invalid-email', 400],
    [{ password: PASSWORD }, 'auth/invalid-email', 400],
    [{ email: 'short@example.org', password: '12345' }, 'auth/weak-password', 400],
    [{ email: 'short@example.org' }, 'auth/weak-password', 400],
    [{ email: 'short@example.org', password: PASSWORD, name: {} }, 'invalid-request', 400],
  ])('refuses %j with %s', async (input, code, status) => {
    await expect(auth.rpc.call(authRpc.signup, { ...input, client: CLIENT })).rejects.toMatchObject({ code, status });
  });
});

describe('log-in', () => {
  it('opens a new session for the right password, whatever the case of the email', async () => {
    const email = newEmail();
    const { account, session } = await auth.signUp(email);
    const again = await login(` ${email.toUpperCase()} `, PASSWORD);
    expect(again.account).toEqual(account);
    expect(again.session.sessionId).not.toBe(session.sessionId);
    expect(claimsOf(again.session.accessToken).sub).toBe(account.id);
  });

  it('distinguishes an unknown email from a wrong password', async () => {
    const email = newEmail();
    await auth.signUp(email);
    await expect(login(newEmail(), PASSWORD)).rejects.toMatchObject({
      code: 'auth/user-not-found',
      status: 401,
      message: 'No account found with this email.',
    });
    await expect(login(email, 'a bad password')).rejects.toMatchObject({
      code: 'auth/wrong-password',
      status: 401,
      message: 'Incorrect password for this email.',
    });
  });

  it('answers auth/invalid-credential for an account that has no password here', async () => {
    const email = newEmail();
    const { account } = await auth.signUp(email);
    await auth.rows('update accounts set password_hash = null where id = $1', account.id);
    expect(await outcome(login(email, PASSWORD))).toBe('auth/invalid-credential');
    expect(await outcome(login(email, ''))).toBe('invalid-request');
  });

  it('refuses an invalid email and a missing password', async () => {
    expect(await outcome(login('nobody', PASSWORD))).toBe('auth/invalid-email');
    expect(await outcome(login(newEmail(), 17))).toBe('invalid-request');
  });
});
