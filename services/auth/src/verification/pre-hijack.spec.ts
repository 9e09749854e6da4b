import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_REVOKED_SUBJECT, authRpc, type SessionRevoked } from '@inkling/contracts';
import { outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, claimsOf, newEmail, type Mailbox, type SignedIn } from '../auth.spec-support.js';

let auth: Auth;
let mailbox: Mailbox;
beforeAll(async () => {
  auth = await Auth.start();
  mailbox = await auth.openMailbox();
});
afterAll(() => auth.stop());

const OWNER = 'what the owner chose';
const prove = (token: string, by?: SignedIn) =>
  auth.rpc.call(authRpc.verifyEmail, {
    token,
    client: CLIENT,
    ...(by && { session: { userId: by.account.id, sessionId: by.session.sessionId } }),
  });

/** A stranger signs up with the owner's address, and the owner receives the mail. */
async function planted() {
  const email = newEmail();
  const stranger = await auth.signUp(email);
  return { email, stranger, token: await mailbox.token('verify-email', email) };
}

describe('an account that a stranger created with somebody else’s address', () => {
  it('is the owner’s once they prove the address: the stranger’s password, sessions and sockets end', async () => {
    const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
    const { email, stranger, token } = await planted();
    const second = await auth.logIn(email);
    const { passwordToken } = await prove(token);
    for (const { session } of [stranger, second])
      await revoked.until(({ sessionId }) => sessionId === session.sessionId);
    expect(await tally([auth.refresh(stranger), auth.refresh(second)])).toEqual({ unauthorized: 2 });
    expect(await outcome(auth.logIn(email))).toBe('auth/invalid-credential');
    await auth.rpc.call(authRpc.confirmPasswordReset, { token: passwordToken!, password: OWNER, client: CLIENT });
    expect((await auth.logIn(email, OWNER)).account).toMatchObject({ id: stranger.account.id, emailVerified: true });
    expect(await outcome(auth.logIn(email))).toBe('auth/wrong-password');
    revoked.stop();
  });

  it('keeps neither a provider that the stranger linked nor a reset that they requested', async () => {
    const { email, stranger, token } = await planted();
    await auth.rows(`update accounts set firebase_uid = 'stranger' where id = $1`, stranger.account.id);
    await auth.rpc.call(authRpc.requestPasswordReset, { email, client: CLIENT });
    const reset = await mailbox.token('password-reset', email);
    await prove(token);
    expect(
      await auth.rows('select firebase_uid, password_hash from accounts where id = $1', stranger.account.id),
    ).toEqual([{ firebase_uid: null, password_hash: null }]);
    expect(
      await outcome(auth.rpc.call(authRpc.confirmPasswordReset, { token: reset, password: OWNER, client: CLIENT })),
    ).toBe('auth/invalid-action-code');
  });

  it('cannot be kept by a session of another account or by an ended one', async () => {
    const other = await auth.signUp();
    for (const by of ['another account', 'an ended session'] as const) {
      const { stranger, token } = await planted();
      if (by === 'an ended session') await auth.rpc.call(authRpc.logout, { sessionId: stranger.session.sessionId });
      const { passwordToken, access } = await prove(token, by === 'another account' ? other : stranger);
      expect([typeof passwordToken, access]).toEqual(['string', undefined]);
      expect(await outcome(auth.refresh(stranger))).toBe('unauthorized');
    }
    expect(await outcome(auth.refresh(other))).toBe('ok');
  });

  it('fails a concurrent log-in of the stranger', async () => {
    const { email, token } = await planted();
    const [settled] = await Promise.all([
      Promise.allSettled(Array.from({ length: 6 }, () => auth.logIn(email))),
      prove(token),
    ]);
    const signedIn = settled.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
    expect(await tally(signedIn.map((each) => auth.refresh(each)))).toEqual(
      signedIn.length > 0 ? { unauthorized: signedIn.length } : {},
    );
  });
});

describe('an account whose owner proves the address in their own session', () => {
  it('keeps password, provider and sessions, and the session’s new token says that it is proved', async () => {
    const { email, stranger: owner, token } = await planted();
    const elsewhere = await auth.logIn(email);
    expect(claimsOf(owner.session.accessToken).verified).toBe(false);
    const { passwordToken, access } = await prove(token, owner);
    expect(passwordToken).toBeUndefined();
    expect(claimsOf(access!.accessToken)).toMatchObject({
      sub: owner.account.id,
      sid: owner.session.sessionId,
      verified: true,
    });
    expect(claimsOf((await auth.refresh(elsewhere)).session.accessToken).verified).toBe(true);
    expect(await tally([auth.refresh(owner), auth.logIn(email)])).toEqual({ ok: 2 });
  });
});
