import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RIGHTS_SUBJECT, authRpc, personModerated, type EventData, type RightsChanged } from '@inkling/contracts';
import { EventFeed, eventually, outcome } from '@inkling/testing';
import { Auth, claimsOf, newEmail, type SignedIn } from '../auth.spec-support.js';

let auth: Auth;
let feed: EventFeed;
beforeAll(async () => {
  auth = await Auth.start();
  feed = await EventFeed.connect(auth.stack);
});
afterAll(async () => {
  await feed.close();
  await auth.stop();
});

const ACT = { actId: 12, rule: 'Be kind, no harassment.', reason: 'Three comments went after the person.' };
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const decide = async (userId: number, version: number, decision: Partial<EventData<typeof personModerated>> = {}) => {
  await feed.publishTwice(personModerated, { userId, silenced: false, suspended: null, version, ...decision });
  await feed.drained('community-events', 4);
};
const suspend = (userId: number, version: number, until: string | null) =>
  decide(userId, version, { suspended: { ...ACT, until } });
const account = (userId: number) => auth.rpc.call(authRpc.account, { userId });
const claims = async (person: SignedIn) => claimsOf((await auth.refresh(person)).session.accessToken);

describe('a suspension', () => {
  it('is in every token from then on, and tells the gateways to refuse those in use', async () => {
    const changes = auth.listen<RightsChanged>(RIGHTS_SUBJECT);
    const person = await auth.signUp();
    const userId = person.account.id;
    await suspend(userId, 3, null);
    await changes.until((change) => change.userId === userId && change.suspended && change.rightsVersion === 1);
    expect(await claims(person)).toMatchObject({ suspended: { until: null, actId: 12 }, rightsVersion: 1 });
    expect((await account(userId)).suspension).toEqual({ until: null, ...ACT });
    const again = await auth.logIn(person.account.email);
    expect(again.account.suspension).toEqual({ until: null, ...ACT });
    expect(claimsOf(again.session.accessToken)).toHaveProperty('suspended');
    await decide(userId, 4);
    await changes.until((change) => change.userId === userId && !change.suspended && change.rightsVersion === 2);
    expect(await claims(again)).not.toHaveProperty('suspended');
    expect(await account(userId)).not.toHaveProperty('suspension');
    changes.stop();
  });

  it('ends at its time by the database’s clock, and its last token ends with it', async () => {
    const person = await auth.signUp();
    const userId = person.account.id;
    await suspend(userId, 1, inMs(100_000));
    const token = await claims(person);
    expect(token.exp - token.iat).toBeLessThanOrEqual(100);
    expect(token.exp - token.iat).toBeGreaterThan(60);
    await auth.rows('update moderated_people set suspended_until = now() where account_id = $1', userId);
    const later = await claims(await auth.logIn(person.account.email));
    expect(later).not.toHaveProperty('suspended');
    expect(later.exp - later.iat).toBe(600);
    expect(await account(userId)).not.toHaveProperty('suspension');
  });

  it('keeps to the newest decision, whatever comes late, and raises nothing where nothing changes', async () => {
    const person = await auth.signUp();
    const userId = person.account.id;
    const until = inMs(3_600_000);
    await suspend(userId, 5, until);
    await decide(userId, 4);
    await suspend(userId, 2, null);
    expect((await account(userId)).suspension).toMatchObject({ until });
    await decide(userId, 6, { silenced: true, suspended: { ...ACT, until } });
    expect(await claims(person)).toMatchObject({ rightsVersion: 1 });
    await suspend(userId, 7, null);
    expect(await claims(await auth.logIn(person.account.email))).toMatchObject({ rightsVersion: 2 });
  });

  it('of a deleted account stores nothing', async () => {
    await suspend(999_999, 1, null);
    expect(await auth.rows('select 1 from moderated_people where account_id = 999999')).toEqual([]);
    expect(await outcome(account(999_999))).toBe('user-not-found');
  });
});

it('a removed profile picture leaves the profile, and only while it is the one that was reported', async () => {
  const email = newEmail();
  const person = await auth.signUp(email);
  const userId = person.account.id;
  const save = (profilePicture: string) =>
    auth.rpc.call(authRpc.saveProfile, {
      userId,
      sessionId: person.session.sessionId,
      name: 'Noor',
      username: `noor${userId}`,
      profilePicture,
    });
  const [first, second] = ['a', 'b'].map((name) => `/uploads/${name.repeat(32)}.webp`) as [string, string];
  await save(first);
  await decide(userId, 1, { pictureRemoved: first });
  await eventually(async () => expect((await account(userId)).profilePicture).toBeNull());
  const [event] = await auth.rows<{ payload: string }>(
    `select payload::text from outbox where subject = 'auth.profile-updated.v1' order by id desc limit 1`,
  );
  expect(JSON.parse(event!.payload)).toMatchObject({ data: { userId, profilePicture: null, replacedPicture: first } });
  await save(second);
  await decide(userId, 2, { pictureRemoved: first });
  expect((await account(userId)).profilePicture).toBe(second);
});
