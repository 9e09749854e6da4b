import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminUser, SESSION_REVOKED_SUBJECT, adminRpc, authRpc, type SessionRevoked } from '@inkling/contracts';
import { outcome, tally } from '@inkling/testing';
import { Auth, CLIENT, PASSWORD, newEmail, type SignedIn } from '../auth.spec-support.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start({ PUBLIC_ORIGIN: 'https://polls.example.org' });
});
afterAll(() => auth.stop());

const users = (query?: string, more: { after?: number; limit?: number } = {}) =>
  auth.rpc.call(adminRpc.users, { query, ...more }).then((reply) => reply.users);
const setDisabled = (user: string, disabled: boolean) => auth.rpc.call(adminRpc.setDisabled, { user, disabled });
const resetPassword = (user: string) => auth.rpc.call(adminRpc.resetPassword, { user });
const named = async (name: string, username: string): Promise<SignedIn> => {
  const person = await auth.signUp();
  await auth.rpc.call(authRpc.saveProfile, {
    userId: person.account.id,
    sessionId: person.session.sessionId,
    name,
    username,
  });
  return person;
};
const idsOf = (found: { id: number }[]) => found.map(({ id }) => id);

describe('users for the operator', () => {
  it('are found by id, and by the beginning of email, username or name, whatever the case', async () => {
    const ada = await named('Ada Lovelace', 'Countess.Ada');
    await named('Grace', 'grace_h');
    for (const query of [
      String(ada.account.id),
      ada.account.email.toUpperCase(),
      ` ${ada.account.email.slice(0, -4)}`,
      'countess',
      '@COUNTESS.ada',
      'ada lo',
    ])
      expect(idsOf(await users(query))).toContain(ada.account.id);
    const [found] = await users('countess.ada');
    expect(AdminUser.strict().parse(found)).toEqual({
      id: ada.account.id,
      email: ada.account.email,
      emailVerified: false,
      name: 'Ada Lovelace',
      username: 'Countess.Ada',
      createdAt: expect.any(String),
      disabledAt: null,
      role: 'member',
    });
    expect(Math.abs(Date.parse(found!.createdAt) - Date.now())).toBeLessThan(60_000);
    for (const query of ['lovelace', '%', '_', '99999999999999999999']) expect(await users(query)).toEqual([]);
  });

  it('come in pages by id, each once', async () => {
    for (let count = 0; count < 5; count += 1) await auth.signUp();
    const all = idsOf(await users(undefined, { limit: 200 }));
    expect(all.length).toBeGreaterThanOrEqual(5);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    const paged: number[] = [];
    for (;;) {
      const page = idsOf(await users('', { after: paged.at(-1) ?? 0, limit: 2 }));
      if (page.length === 0) break;
      expect(page.length).toBeLessThanOrEqual(2);
      paged.push(...page);
    }
    expect(paged).toEqual(all);
  });

  it('are looked up by id, then by email, then by username', async () => {
    // Ids of three digits, because shorter ones are not valid usernames.
    await auth.rows(`alter table accounts alter column id restart with 500`);
    const first = await auth.signUp();
    const second = await named('Digits', String(first.account.id));
    expect((await setDisabled(String(first.account.id), false)).id).toBe(first.account.id);
    expect((await setDisabled(`@${first.account.id}`, false)).id).toBe(second.account.id);
    expect((await setDisabled(second.account.email.toUpperCase(), false)).id).toBe(second.account.id);
    for (const call of [
      () => setDisabled('nobody', true),
      () => setDisabled('0', true),
      () => resetPassword('nobody@example.org'),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'user-not-found', status: 404 });
  });
});

describe('disabling', () => {
  it('ends every session, closes the sockets, and keeps the person out until enabled again', async () => {
    const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
    const email = newEmail();
    const person = await auth.signUp(email);
    const other = await auth.logIn(email);
    const disabled = await setDisabled(email, true);
    expect(disabled).toMatchObject({ id: person.account.id, disabledAt: expect.any(String) });
    for (const { session } of [person, other]) await revoked.until(({ sessionId }) => sessionId === session.sessionId);
    for (const call of [() => auth.logIn(email), () => auth.refresh(person), () => auth.refresh(other)])
      await expect(call()).rejects.toMatchObject({ code: 'auth/user-disabled', status: 403 });
    expect(await outcome(auth.logIn(email, 'a bad password'))).toBe('auth/wrong-password');
    expect(await setDisabled(email, true)).toEqual(disabled);
    expect((await users(email))[0]).toEqual(disabled);
    expect((await setDisabled(email, false)).disabledAt).toBeNull();
    expect([await outcome(auth.logIn(email)), await outcome(auth.refresh(person))]).toEqual(['ok', 'unauthorized']);
    revoked.stop();
  });

  it('leaves no session alive, however many log-ins are concurrent', async () => {
    const email = newEmail();
    const person = await auth.signUp(email);
    const logins = tally(Array.from({ length: 8 }, (_, index) => auth.logIn(email, PASSWORD, `203.0.113.${index}`)));
    await setDisabled(email, true);
    expect(Object.keys(await logins).filter((code) => code !== 'ok' && code !== 'auth/user-disabled')).toEqual([]);
    expect(
      await auth.rows('select 1 from sessions where account_id = $1 and revoked_at is null', person.account.id),
    ).toEqual([]);
  });

  it('invalidates mailed links, and no new one is mailed', async () => {
    const mailbox = await auth.openMailbox();
    const email = newEmail();
    await auth.signUp(email);
    const token = await mailbox.token('verify-email', email);
    await setDisabled(email, true);
    expect(await outcome(auth.rpc.call(authRpc.verifyEmail, { token, client: CLIENT }))).toBe(
      'auth/invalid-action-code',
    );
    await auth.rpc.call(authRpc.requestPasswordReset, { email, client: CLIENT });
    const other = newEmail();
    await auth.signUp(other);
    await auth.rpc.call(authRpc.requestPasswordReset, { email: other, client: CLIENT });
    await mailbox.until('password-reset', other);
    expect(mailbox.mails.filter(({ to, template }) => to === email && template === 'password-reset')).toEqual([]);
    await mailbox.close();
  });
});

describe('reset by the operator', () => {
  it('is a link that works once within a day', async () => {
    const email = newEmail();
    const person = await auth.signUp(email);
    const { user, link, expiresAt } = await resetPassword(email);
    expect(user.id).toBe(person.account.id);
    expect(link).toMatch(/^https:\/\/polls\.example\.org\/reset-password\?token=[\w-]{43}$/);
    const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24.1);
    const token = new URL(link).searchParams.get('token')!;
    const confirm = (password: string) =>
      auth.rpc.call(authRpc.confirmPasswordReset, { token, password, client: CLIENT });
    expect(await outcome(confirm('chosen by its owner'))).toBe('ok');
    expect(await outcome(confirm('chosen by a thief'))).toBe('auth/invalid-action-code');
    expect(await outcome(auth.refresh(person))).toBe('unauthorized');
    expect(await outcome(auth.logIn(email, 'chosen by its owner'))).toBe('ok');
  });
});

describe('roles', () => {
  const setRole = (user: string, role: 'member' | 'moderator' | 'administrator') =>
    auth.rpc.call(adminRpc.setRole, { user, role });

  it('are given and taken by the operator alone, and show in the own account', async () => {
    const email = newEmail();
    const person = await auth.signUp(email);
    const shown = async () => (await auth.rpc.call(authRpc.account, { userId: person.account.id })).role;
    expect(person.account.role).toBe('member');
    expect(await setRole(email, 'administrator')).toMatchObject({ id: person.account.id, role: 'administrator' });
    expect(await setRole(email, 'administrator')).toMatchObject({ role: 'administrator' });
    expect([await shown(), (await auth.logIn(email)).account.role]).toEqual(['administrator', 'administrator']);
    expect((await users(email))[0]).toMatchObject({ role: 'administrator' });
    await setRole(email, 'member');
    expect(await shown()).toBe('member');
    expect(await outcome(setRole('nobody@example.org', 'moderator'))).toBe('user-not-found');
    expect(await outcome(setRole(email, 'owner' as 'member'))).toBe('invalid-request');
  });
});
