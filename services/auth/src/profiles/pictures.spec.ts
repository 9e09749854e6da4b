import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc, profileUpdated, type Envelope, type EventData } from '@inkling/contracts';
import { outcome } from '@inkling/testing';
import { Auth, type SignedIn } from '../auth.spec-support.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start();
});
afterAll(() => auth.stop());

const newPicture = () => `/uploads/${randomBytes(24).toString('base64url')}.webp`;
let people = 0;
const newUsername = () => `person${(people += 1)}`;
const save = ({ account, session }: SignedIn, username: string, profilePicture?: string) =>
  auth.rpc.call(authRpc.saveProfile, {
    userId: account.id,
    sessionId: session.sessionId,
    name: 'Ada',
    username,
    profilePicture,
  });
const used = async (paths: string[]) => (await auth.rpc.call(authRpc.usedPictures, { paths })).paths.sort();
const profiles = async (after: number, limit: number) =>
  (await auth.rpc.call(authRpc.exportProfiles, { after, limit })).profiles;

describe('profile picture', () => {
  it('is set, stays when none is sent, and the event names the one that was replaced', async () => {
    const events = auth.listen<Envelope<EventData<typeof profileUpdated>>>(profileUpdated.type);
    const person = await auth.signUp();
    const username = newUsername();
    const [first, second] = [newPicture(), newPicture()];
    const pictures: (string | undefined)[] = [first, undefined, second, second];
    for (const picture of pictures) await save(person, username, picture);
    expect((await auth.rpc.call(authRpc.account, { userId: person.account.id })).profilePicture).toBe(second);
    await events.until(({ data }) => data.userId === person.account.id && data.version === 5);
    const seen = new Map(
      events.messages
        .filter(({ data }) => data.userId === person.account.id)
        .map(({ data }) => [data.version, [data.profilePicture, data.replacedPicture]]),
    );
    expect([2, 3, 4, 5].map((version) => seen.get(version))).toEqual([
      [first, undefined],
      [first, undefined],
      [second, first],
      [second, undefined],
    ]);
    events.stop();
  });

  it('that is replaced concurrently leaves one picture, and events name every other one exactly once', async () => {
    const person = await auth.signUp();
    const username = newUsername();
    const pictures = Array.from({ length: 6 }, newPicture);
    await Promise.all(pictures.map((picture) => save(person, username, picture)));
    const published = await auth.rows<{ replaced: string }>(
      `select payload::json->'data'->>'replacedPicture' as replaced
       from outbox where payload::json->'data'->>'replacedPicture' = any($1)`,
      pictures,
    );
    expect([...published.map(({ replaced }) => replaced), ...(await used(pictures))].sort()).toEqual(
      [...pictures].sort(),
    );
  });

  it('is refused if it is not the path of a stored object', async () => {
    const person = await auth.signUp();
    for (const picture of ['https://pictures.example.org/a.jpg', '/uploads/../etc/passwd', `${newPicture()}?x=1`])
      expect(await outcome(save(person, newUsername(), picture))).toBe('invalid-request');
  });

  it('is in use while an account has it, even if saving the profile again fails', async () => {
    const [owner, other] = [await auth.signUp(), await auth.signUp()];
    const username = newUsername();
    const [kept, refused, replaced] = [newPicture(), newPicture(), newPicture()];
    await save(owner, username, replaced);
    await save(owner, username, kept);
    expect(await outcome(save(other, username, refused))).toBe('username-taken');
    expect(await used([kept, refused, replaced, newPicture()])).toEqual([kept]);
    expect(await used([])).toEqual([]);
  });
});

describe('export of profiles', () => {
  it('returns every profile as its last event has it, in pages by id', async () => {
    const people = [await auth.signUp(), await auth.signUp(), await auth.signUp()];
    const [first] = people;
    const picture = newPicture();
    const username = newUsername();
    await save(first!, username, picture);
    const all: EventData<typeof profileUpdated>[] = [];
    for (;;) {
      const page = await profiles(all.at(-1)?.userId ?? 0, 2);
      if (page.length === 0) break;
      all.push(...page.map((profile) => profileUpdated.data.parse(profile)));
    }
    expect(all.map(({ userId }) => userId)).toEqual(
      (await auth.rows<{ id: string }>('select id from accounts order by id')).map(({ id }) => Number(id)),
    );
    expect(all.find(({ userId }) => userId === first!.account.id)).toEqual({
      userId: first!.account.id,
      createdAt: first!.account.createdAt,
      name: 'Ada',
      username,
      profilePicture: picture,
      hasCompletedProfile: true,
      emailVerified: false,
      version: 2,
    });
  });
});
