import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc } from '@inkling/contracts';
import { outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, PASSWORD, newEmail, type SignedIn } from '../auth.spec-support.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start({ AUTH_PROOF_SECONDS: '600', AUTH_LOGIN_FAILURES_PER_EMAIL: '4' });
});
afterAll(() => auth.stop());

const sessionOf = ({ account, session }: SignedIn) => ({ userId: account.id, sessionId: session.sessionId });
const prove = (person: SignedIn, password: string) => auth.rpc.call(authRpc.prove, { ...sessionOf(person), password });
/** Gives an account without a password its first one, which is a sensitive act. */
const act = (person: SignedIn) =>
  auth.rpc.call(authRpc.changePassword, { ...sessionOf(person), newPassword: 'another password' });
/** The session proved its user this long ago. */
const age = (person: SignedIn, seconds: number) =>
  auth.rows(
    `update sessions set proved_at = now() - $2::int * interval '1 second' where id = $1`,
    person.session.sessionId,
    seconds,
  );
const withoutPassword = ({ account }: SignedIn) =>
  auth.rows(
    `update accounts set password_hash = null, firebase_uid = $2 where id = $1`,
    account.id,
    `uid ${account.id}`,
  );

describe('a sensitive act', () => {
  it('needs a sign-in of the last ten minutes, and says what else would prove it', async () => {
    const person = await auth.signUp();
    await withoutPassword(person);
    await age(person, 601);
    await expect(act(person)).rejects.toMatchObject({
      code: 'proof-needed',
      status: 403,
      extra: { proofs: ['provider'] },
    });
    await age(person, 590);
    expect(await outcome(act(person))).toBe('ok');
  });

  it('is refused in a session from before there were proofs, and in one that has ended', async () => {
    const person = await auth.signUp();
    await withoutPassword(person);
    await auth.rows('update sessions set proved_at = null where id = $1', person.session.sessionId);
    expect(await outcome(act(person))).toBe('proof-needed');
    await age(person, 0);
    await auth.rpc.call(authRpc.logout, { sessionId: person.session.sessionId });
    expect(await outcome(act(person))).toBe('unauthorized');
  });

  it('needs a proof of its own session', async () => {
    const email = newEmail();
    const person = await auth.signUp(email);
    const stolen = await auth.logIn(email);
    await withoutPassword(person);
    await age(stolen, 601);
    expect(await outcome(act(stolen))).toBe('proof-needed');
    const stranger = await auth.signUp();
    expect(await outcome(act({ ...person, session: stranger.session }))).toBe('unauthorized');
  });
});

describe('a proof', () => {
  const provedSecondsAgo = async ({ session }: SignedIn) => {
    const [row] = await auth.rows<{ seconds: number }>(
      'select extract(epoch from now() - proved_at)::int as seconds from sessions where id = $1',
      session.sessionId,
    );
    return row!.seconds;
  };

  it('by the password renews the session, also by a change of the password', async () => {
    const person = await auth.signUp();
    await age(person, 3_600);
    expect(await prove(person, PASSWORD)).toEqual({});
    expect(await provedSecondsAgo(person)).toBeLessThan(60);
    await age(person, 3_600);
    await auth.rpc.call(authRpc.changePassword, {
      ...sessionOf(person),
      currentPassword: PASSWORD,
      newPassword: 'another password',
    });
    expect(await provedSecondsAgo(person)).toBeLessThan(60);
  });

  it('by anything else changes nothing', async () => {
    const person = await auth.signUp();
    const stranger = await auth.signUp();
    await age(person, 3_600);
    await expect(prove(person, 'a bad password')).rejects.toMatchObject({ code: 'auth/wrong-password', status: 401 });
    expect(await outcome(prove(person, ''))).toBe('auth/wrong-password');
    expect(await outcome(auth.rpc.call(authRpc.prove, sessionOf(person)))).toBe('auth/wrong-password');
    expect(await outcome(auth.rpc.call(authRpc.prove, { ...sessionOf(person), idToken: 'x' }))).toBe(
      'google-unavailable',
    );
    expect(await outcome(prove({ ...person, session: stranger.session }, PASSWORD))).toBe('unauthorized');
    expect(await provedSecondsAgo(person)).toBeGreaterThanOrEqual(3_600);
  });

  it('is not the empty password of an account that has none', async () => {
    const person = await auth.signUp();
    await withoutPassword(person);
    await age(person, 3_600);
    expect(await outcome(prove(person, ''))).toBe('auth/wrong-password');
    expect(await outcome(auth.rpc.call(authRpc.prove, sessionOf(person)))).toBe('auth/wrong-password');
    expect(await outcome(act(person))).toBe('proof-needed');
  });

  it('is limited together with changes of the password, also parallel, and successes do not count', async () => {
    const email = newEmail();
    const person = await auth.signUp(email);
    for (let time = 0; time < 6; time += 1) expect(await outcome(prove(person, PASSWORD))).toBe('ok');
    expect(await tally(Array.from({ length: 9 }, (_, guess) => prove(person, `guess ${guess}`)))).toEqual({
      'auth/wrong-password': 4,
      'auth/too-many-requests': 5,
    });
    expect(await outcome(prove(person, PASSWORD))).toBe('auth/too-many-requests');
    expect(
      await outcome(
        auth.rpc.call(authRpc.changePassword, {
          ...sessionOf(person),
          currentPassword: PASSWORD,
          newPassword: 'another password',
        }),
      ),
    ).toBe('auth/too-many-requests');
    expect(await outcome(auth.logIn(email, PASSWORD, CLIENT.ip))).toBe('ok');
  });
});
