import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_REVOKED_SUBJECT, authRpc, type SessionRevoked } from '@inkling/contracts';
import { Authenticator, outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, PASSWORD, claimsOf, newEmail, type Mailbox, type SignedIn } from '../auth.spec-support.js';

let auth: Auth;
let mailbox: Mailbox;
beforeAll(async () => {
  auth = await Auth.start({ AUTH_MAILS_PER_EMAIL: '20' });
  mailbox = await auth.openMailbox();
});
afterAll(() => auth.stop());

const sessionOf = ({ account, session }: SignedIn) => ({ userId: account.id, sessionId: session.sessionId });
const ask = (owner: SignedIn, email: string) =>
  auth.rpc.call(authRpc.requestEmailChange, { ...sessionOf(owner), email, client: CLIENT });
const confirm = (owner: SignedIn, token: string) =>
  auth.rpc.call(authRpc.confirmEmailChange, { ...sessionOf(owner), token, client: CLIENT });
const restore = (token: string) => auth.rpc.call(authRpc.restoreEmail, { token, client: CLIENT });
const accountOf = ({ account }: SignedIn) => auth.rpc.call(authRpc.account, { userId: account.id });

/** An account whose address is confirmed. */
async function proved(email = newEmail()): Promise<SignedIn> {
  const owner = await auth.signUp(email);
  const token = await mailbox.token('verify-email', email);
  await auth.rpc.call(authRpc.verifyEmail, { token, session: sessionOf(owner), client: CLIENT });
  return owner;
}

async function move(owner: SignedIn, to: string): Promise<void> {
  await ask(owner, to);
  await confirm(owner, await mailbox.token('change-email', to));
}

describe('a change of address', () => {
  it('happens when the new mailbox confirms it, and tells the old one', async () => {
    const [before, after] = [newEmail(), newEmail()];
    const owner = await proved(before);
    await auth.rpc.call(authRpc.requestPasswordReset, { email: before, client: CLIENT });
    const reset = await mailbox.token('password-reset', before);
    await ask(owner, after);
    const mail = await mailbox.until('change-email', after);
    expect(mail).toEqual({
      template: 'change-email',
      to: after,
      name: '',
      link: expect.stringMatching(/^http:\/\/localhost:8080\/verify-email\?token=[\w-]{43}&for=change$/),
    });
    expect(await accountOf(owner)).toMatchObject({ email: before });

    const { access } = await confirm(owner, await mailbox.token('change-email', after));
    expect(claimsOf(access.accessToken)).toMatchObject({ sub: owner.account.id, verified: true });
    expect(await accountOf(owner)).toMatchObject({ email: after, emailVerified: true });
    expect(await mailbox.until('email-changed', before)).toMatchObject({
      link: expect.stringMatching(/verify-email\?token=[\w-]{43}&for=restore$/),
    });
    expect(await outcome(auth.logIn(after))).toBe('ok');
    expect(await outcome(auth.logIn(before))).toBe('auth/user-not-found');
    // The old mailbox chooses no passwords any more.
    expect(
      await outcome(
        auth.rpc.call(authRpc.confirmPasswordReset, { token: reset, password: 'battery staple', client: CLIENT }),
      ),
    ).toBe('auth/invalid-action-code');
  });

  it('cannot be asked for in a stolen session', async () => {
    const owner = await proved();
    await auth.rows(
      `update sessions set proved_at = now() - interval '1 hour' where account_id = $1`,
      owner.account.id,
    );
    const wanted = newEmail();
    expect(await outcome(ask(owner, wanted))).toBe('proof-needed');
    expect(await auth.rows('select from email_changes where account_id = $1', owner.account.id)).toEqual([]);
    await auth.rpc.call(authRpc.prove, { ...sessionOf(owner), password: PASSWORD });
    expect(await outcome(ask(owner, wanted))).toBe('ok');
  });

  it('is confirmed once, in time, by the last link, and in a session of the account alone', async () => {
    const owner = await proved();
    const [first, second] = [newEmail(), newEmail()];
    await ask(owner, first);
    const old = await mailbox.token('change-email', first);
    await ask(owner, second);
    const token = await mailbox.token('change-email', second);
    expect(await outcome(confirm(owner, old))).toBe('auth/invalid-action-code');
    expect(await outcome(confirm(await proved(), token))).toBe('auth/invalid-action-code');
    expect(await tally(Array.from({ length: 4 }, () => confirm(owner, token)))).toEqual({
      ok: 1,
      'auth/invalid-action-code': 3,
    });
    const third = newEmail();
    await ask(owner, third);
    const late = await mailbox.token('change-email', third);
    await auth.rows('update email_changes set expires_at = now() where account_id = $1', owner.account.id);
    expect(await outcome(confirm(owner, late))).toBe('auth/expired-action-code');
    expect(await accountOf(owner)).toMatchObject({ email: second });
  });

  it('ends with the session that would confirm it', async () => {
    const owner = await proved();
    const wanted = newEmail();
    await ask(owner, wanted);
    const token = await mailbox.token('change-email', wanted);
    await auth.rpc.call(authRpc.endAllSessions, { userId: owner.account.id });
    expect(await outcome(confirm(owner, token))).toBe('unauthorized');
  });

  it('to an address that somebody has is answered as any other, and tells the owner alone', async () => {
    const [owner, other] = [await proved(), await proved()];
    const taken = other.account.email;
    expect(await ask(owner, taken.toUpperCase())).toEqual({});
    expect(await mailbox.until('email-taken', taken)).toMatchObject({ to: taken });
    expect(mailbox.mails.filter(({ template, to }) => template === 'change-email' && to === taken)).toEqual([]);
    expect(await auth.rows('select from email_changes where account_id = $1', owner.account.id)).toEqual([]);
    // Somebody takes the address between the request and the confirmation.
    const wanted = newEmail();
    await ask(owner, wanted);
    const token = await mailbox.token('change-email', wanted);
    await auth.signUp(wanted);
    expect(await outcome(confirm(owner, token))).toBe('auth/email-already-in-use');
    expect(await accountOf(owner)).toMatchObject({ email: owner.account.email });
  });

  it.each([
    ['no address', 'nobody', 'auth/invalid-email'],
    ['nothing', undefined, 'auth/invalid-email'],
    ['an address of probes', 'x@probe.invalid', 'auth/invalid-email'],
  ])('to %s is refused', async (_what, email, code) => {
    expect(await outcome(ask(await proved(), email as string))).toBe(code);
  });

  it('to the own address is refused, whatever its case', async () => {
    const owner = await proved();
    expect(await outcome(ask(owner, owner.account.email.toUpperCase()))).toBe('email-unchanged');
  });

  it('sends no way back to an address that was never confirmed', async () => {
    const stranger = newEmail();
    const owner = await auth.signUp(stranger);
    await move(owner, newEmail());
    expect(await auth.rows('select from former_emails where account_id = $1', owner.account.id)).toEqual([]);
    // Nobody needs the address any more.
    expect(await outcome(auth.signUp(stranger))).toBe('ok');
  });
});

describe('the way back to an old address', () => {
  it('restores it, and ends every session and way to sign in that a thief may have', async () => {
    const [before, after] = [newEmail(), newEmail()];
    const owner = await proved(before);
    const thief = await auth.logIn(before);
    const device = new Authenticator();
    const made = device.make(await auth.rpc.call(authRpc.newPasskeyOptions, sessionOf(thief)));
    await auth.rpc.call(authRpc.addPasskey, { ...sessionOf(thief), name: 'Thief', credential: made });
    await move(thief, after);
    const token = await mailbox.token('email-changed', before);

    const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
    const { passwordToken } = await restore(token);
    for (const { session } of [owner, thief]) await revoked.until(({ sessionId }) => sessionId === session.sessionId);
    revoked.stop();
    expect(await accountOf(owner)).toMatchObject({ email: before, emailVerified: true });
    for (const email of [before, after]) expect(await outcome(auth.logIn(email))).not.toBe('ok');
    const challenge = await auth.rpc.call(authRpc.passkeyOptions, { client: CLIENT });
    expect(
      await outcome(auth.rpc.call(authRpc.passkeySignIn, { credential: device.sign(challenge), client: CLIENT })),
    ).toBe('passkey-refused');
    await auth.rpc.call(authRpc.confirmPasswordReset, {
      token: passwordToken!,
      password: 'battery staple',
      client: CLIENT,
    });
    expect(await outcome(auth.logIn(before, 'battery staple'))).toBe('ok');
    expect(await outcome(restore(token))).toBe('auth/invalid-action-code');
  });

  it('outlives further changes, whose own ways back end with it', async () => {
    const [before, thiefs, next] = [newEmail(), newEmail(), newEmail()];
    const owner = await proved(before);
    await move(owner, thiefs);
    await move(owner, next);
    const [back, thiefsBack] = [
      await mailbox.token('email-changed', before),
      await mailbox.token('email-changed', thiefs),
    ];
    expect(await outcome(restore(back))).toBe('ok');
    expect(await outcome(restore(thiefsBack))).toBe('auth/invalid-action-code');
    expect(await accountOf(owner)).toMatchObject({ email: before });
  });

  it('keeps the address from others while it is open, and no longer', async () => {
    const before = newEmail();
    const owner = await proved(before);
    await move(owner, newEmail());
    expect(await outcome(auth.signUp(before))).toBe('auth/email-already-in-use');
    const other = await proved();
    await ask(other, before);
    // The requests are worked on in turn: with this mail, the one before has been decided.
    const later = newEmail();
    await ask(other, later);
    await mailbox.until('change-email', later);
    await auth.rows(`update former_emails set expires_at = now() where account_id = $1`, owner.account.id);
    expect(await outcome(restore(await mailbox.token('email-changed', before)))).toBe('auth/expired-action-code');
    expect(await outcome(auth.signUp(before))).toBe('ok');
    expect(mailbox.mails.filter(({ template, to }) => template === 'change-email' && to === before)).toEqual([]);
  });

  it('can be taken by the owner, who changes back', async () => {
    const before = newEmail();
    const owner = await proved(before);
    await move(owner, newEmail());
    await move(owner, before);
    expect(await accountOf(owner)).toMatchObject({ email: before });
  });
});
