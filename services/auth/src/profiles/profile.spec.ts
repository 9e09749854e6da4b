import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc, profileUpdated, type Envelope, type EventData } from '@inkling/contracts';
import { outcome, tally } from '@inkling/testing';
import { Auth, claimsOf, type SignedIn } from '../auth.spec-support.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start();
});
afterAll(() => auth.stop());

const save = ({ account, session }: SignedIn, profile: { name: string; username: string }) =>
  auth.rpc.call(authRpc.saveProfile, { ...profile, userId: account.id, sessionId: session.sessionId });
const accountOf = ({ account }: SignedIn) => auth.rpc.call(authRpc.account, { userId: account.id });

describe('profile', () => {
  it('is completed by name and username, published, and part of the new access token', async () => {
    const events = auth.listen<Envelope<EventData<typeof profileUpdated>>>(profileUpdated.type);
    const person = await auth.signUp();
    const saved = await save(person, { name: ' Ada Lovelace ', username: 'Ada.L' });
    const profile = {
      name: 'Ada Lovelace',
      username: 'Ada.L',
      profilePicture: null,
      hasCompletedProfile: true,
      version: 2,
    };
    expect(saved.account).toEqual({ ...person.account, ...profile });
    expect(await accountOf(person)).toEqual(saved.account);
    expect(claimsOf(saved.accessToken)).toMatchObject({
      sub: person.account.id,
      sid: person.session.sessionId,
      profile: true,
    });
    expect(Date.parse(saved.accessExpiresAt)).toBe(claimsOf(saved.accessToken).exp * 1000);
    const { data } = await events.until((event) => event.data.userId === person.account.id && event.data.version === 2);
    const { createdAt } = person.account;
    expect(data).toEqual({ userId: person.account.id, ...profile, emailVerified: false, createdAt });
    const refreshed = await auth.rpc.call(authRpc.refresh, {
      refreshToken: person.session.refreshToken,
      client: { ip: '::1', userAgent: '' },
    });
    expect(claimsOf(refreshed.session.accessToken).profile).toBe(true);
    events.stop();
  });

  it("can be changed again, and keeping one's own username is no conflict", async () => {
    const person = await auth.signUp();
    await save(person, { name: 'Grace', username: 'grace' });
    expect((await save(person, { name: 'Grace Hopper', username: 'GRACE' })).account).toMatchObject({
      name: 'Grace Hopper',
      username: 'GRACE',
      version: 3,
    });
  });

  it('gives a username to only one of many concurrent requests, whatever its case', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => auth.signUp()));
    const calls = people.map((person, index) =>
      save(person, { name: 'Élodie', username: index % 2 ? 'Elodie' : 'ELODIE' }),
    );
    expect(await tally(calls)).toEqual({ ok: 1, 'username-taken': 7 });
    const completed = (await Promise.all(people.map(accountOf))).filter((account) => account.hasCompletedProfile);
    expect(completed).toHaveLength(1);
    const announced = await auth.rows(
      `select 1 from outbox
       where payload::json->'data'->>'username' is not null and payload::json->'data'->>'name' = 'Élodie'`,
    );
    expect(announced).toHaveLength(1);
  });

  it('answers a taken username with the sentence that the client knows', async () => {
    const [first, second] = [await auth.signUp(), await auth.signUp()];
    await save(first, { name: 'First', username: 'the_one' });
    await expect(save(second, { name: 'Second', username: 'The_One' })).rejects.toMatchObject({
      code: 'username-taken',
      status: 409,
      message: 'Username already taken',
    });
    expect(await accountOf(second)).toEqual(second.account);
  });

  it.each([
    [{ name: '  ', username: 'fine' }, 'Name cannot be empty'],
    [{ name: 'Fine', username: ' ' }, 'Username cannot be empty'],
    [{ name: 'Fine', username: 'not fine' }, 'Username cannot contain spaces'],
  ])('refuses %j', async (profile, message) => {
    await expect(save(await auth.signUp(), profile)).rejects.toMatchObject({
      code: 'invalid-request',
      status: 400,
      message,
    });
  });

  it("can only be saved in the user's own live session", async () => {
    const [owner, other] = [await auth.signUp(), await auth.signUp()];
    expect(await outcome(save({ ...owner, session: other.session }, { name: 'Thief', username: 'thief' }))).toBe(
      'unauthorized',
    );
    await auth.rpc.call(authRpc.logout, { sessionId: owner.session.sessionId });
    expect(await outcome(save(owner, { name: 'Late', username: 'late' }))).toBe('unauthorized');
    expect(await accountOf(owner)).toEqual(owner.account);
  });

  it('of an unknown user is user-not-found', async () => {
    await expect(auth.rpc.call(authRpc.account, { userId: 999_999 })).rejects.toMatchObject({
      code: 'user-not-found',
      status: 404,
    });
  });
});
