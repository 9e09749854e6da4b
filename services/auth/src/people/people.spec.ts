import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  SESSION_REVOKED_SUBJECT,
  adminRpc,
  authRpc,
  peopleRpc,
  type Role,
  type SessionRevoked,
} from '@inkling/contracts';
import { outcome, tally } from '@inkling/testing';
import { Auth, newEmail, type SignedIn } from '../auth.spec-support.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start();
});
afterAll(() => auth.stop());

async function person(name: string, username: string): Promise<SignedIn> {
  const signedIn = await auth.signUp();
  const { id: userId } = signedIn.account;
  await auth.rpc.call(authRpc.saveProfile, { userId, sessionId: signedIn.session.sessionId, name, username });
  return signedIn;
}
const search = async (q: string, addresses = false) =>
  (await auth.rpc.call(peopleRpc.search, { q, addresses })).people.map(({ id }) => id);
const administrator = async () => {
  const email = newEmail();
  const signedIn = await auth.signUp(email);
  await auth.rpc.call(adminRpc.setRole, { user: email, role: 'administrator' });
  return signedIn;
};
const setRole = (by: SignedIn, of: SignedIn, role: Role) =>
  auth.rpc.call(peopleRpc.setRole, {
    userId: of.account.id,
    role,
    administratorId: by.account.id,
    sessionId: by.session.sessionId,
  });

describe('a search for people', () => {
  it('finds words of names, beginnings of usernames and ids, and addresses for administrators alone', async () => {
    const noor = await person('Noor Haddad', 'noor_h');
    const other = await person('Eleanor Haddock', 'eleanor');
    const [id, email] = [noor.account.id, noor.account.email];
    expect(await search('haddad')).toEqual([id]);
    expect(await search('HAD')).toEqual([other.account.id, id]);
    expect(await search('@noor')).toEqual([id]);
    expect(await search(String(id))).toContain(id);
    expect(await search(email)).toEqual([]);
    expect(await search(email, true)).toEqual([id]);
    expect(await search(email.slice(0, -2), true)).toEqual([]);
    const found = await auth.rpc.call(peopleRpc.search, { q: 'noor_h', addresses: false });
    expect(found.people[0]).not.toHaveProperty('email');
    expect(found.people[0]).toMatchObject({ role: 'member', state: { suspended: null, silenced: false } });
    expect(await search(`%' or true --`)).toEqual([]);
  });

  it('lists everyone page by page, the newest first', async () => {
    await Promise.all(
      Array.from({ length: 35 }, (_, n) =>
        auth.rpc.call(authRpc.signup, {
          email: `many${n}@example.org`,
          password: 'a good password',
          client: { ip: `198.51.100.${n}`, userAgent: 'spec' },
        }),
      ),
    );
    const all: number[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await auth.rpc.call(peopleRpc.search, { addresses: false, cursor });
      all.push(...page.people.map(({ id }) => id));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(all).toEqual(
      (await auth.rows<{ id: number }>('select id::int from accounts order by id desc')).map(({ id }) => id),
    );
    expect(await outcome(auth.rpc.call(peopleRpc.search, { addresses: false, cursor: 'nonsense' }))).toBe(
      'invalid-request',
    );
  });
});

describe('an administrator', () => {
  it('gives and takes roles with a fresh proof', async () => {
    const [by, of] = [await administrator(), await auth.signUp()];
    expect(await setRole(by, of, 'moderator')).toMatchObject({ id: of.account.id, role: 'moderator' });
    await auth.rows(`update sessions set proved_at = now() - interval '1 hour' where id = $1`, by.session.sessionId);
    expect(await outcome(setRole(by, of, 'member'))).toBe('proof-needed');
    expect(await outcome(setRole(of, by, 'member'))).toBe('role-needed');
  });

  it('keeps the role as the last one, also when the last two take it from each other at once', async () => {
    await auth.rows(`update accounts set role = 'member'`);
    const [one, two] = [await administrator(), await administrator()];
    const outcomes = await tally([setRole(one, two, 'member'), setRole(two, one, 'member')]);
    expect(outcomes).toEqual({ ok: 1, 'role-needed': 1 });
    const [left] = await auth.rows<{ id: number }>(`select id::int from accounts where role = 'administrator'`);
    const last = [one, two].find(({ account }) => account.id === left!.id)!;
    expect(await outcome(setRole(last, last, 'moderator'))).toBe('last-administrator');
    // A closed account cannot look after anything.
    const closed = await administrator();
    await auth.rpc.call(adminRpc.setDisabled, { user: closed.account.email, disabled: true });
    expect(await outcome(setRole(last, last, 'member'))).toBe('last-administrator');
  });

  it('ends all sessions of a person', async () => {
    const revoked = auth.listen<SessionRevoked>(SESSION_REVOKED_SUBJECT);
    const [by, of] = [await administrator(), await auth.signUp()];
    const details = () => auth.rpc.call(peopleRpc.get, { userId: of.account.id, addresses: false });
    expect(await details()).toMatchObject({ sessionsCount: 1, emailVerified: false });
    for (let time = 0; time < 2; time += 1)
      await auth.rpc.call(peopleRpc.signOut, { userId: of.account.id, administratorId: by.account.id });
    await revoked.until(({ sessionId }) => sessionId === of.session.sessionId);
    expect(await details()).toMatchObject({ sessionsCount: 0 });
    expect(await outcome(auth.refresh(of))).toBe('unauthorized');
    expect(await auth.rows(`select 1 from outbox where subject = 'auth.signed-out-by-administrator.v1'`)).toHaveLength(
      1,
    );
    revoked.stop();
  });
});
