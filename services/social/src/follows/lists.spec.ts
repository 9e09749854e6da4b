import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FollowUser, LIST_PAGE_SIZE, socialRpc } from '@inkling/contracts';
import { outcome } from '@inkling/testing';
import { Social } from '../social.spec-support.js';

let social: Social;
beforeAll(async () => {
  social = await Social.start();
  await social.people(1, 100);
});
afterAll(() => social.stop());

/** Every page of a list. */
async function readAll(
  name: 'followers' | 'following',
  userId: number,
  viewerId: number,
  meanwhile: () => Promise<unknown> = async () => undefined,
) {
  const pages: FollowUser[][] = [];
  for (let cursor: string | undefined, done = false; !done;) {
    const { users, nextCursor } = await social.list(name, userId, viewerId, cursor);
    pages.push(users.map((user) => FollowUser.parse(user)));
    cursor = nextCursor ?? undefined;
    done = nextCursor === null;
    await meanwhile();
  }
  return pages;
}
const ids = (pages: FollowUser[][]) => pages.flat().map(({ id }) => id);

describe('lists', () => {
  it('show the latest first, in pages that new follows do not shift', async () => {
    for (let id = 2; id <= 72; id += 1) await social.follow(id, 1);
    let newcomer = 80;
    const pages = await readAll('followers', 1, 99, () => social.follow((newcomer += 1), 1));
    expect(pages.map((page) => page.length)).toEqual([LIST_PAGE_SIZE, LIST_PAGE_SIZE, 11]);
    expect(ids(pages)).toEqual(Array.from({ length: 71 }, (_, n) => 72 - n));

    for (let id = 2; id <= 32; id += 1) await social.follow(1, id);
    expect(ids(await readAll('following', 1, 99))).toEqual(Array.from({ length: 31 }, (_, n) => 32 - n));
  });

  it('show each of many follows of the same instant once', async () => {
    await social.sql(
      `insert into follows (follower_id, following_id, created_at)
       select g, 99, '2026-11-20T12:00:00Z' from generate_series(1, 70) g`,
    );
    expect(ids(await readAll('followers', 99, 1))).toEqual(Array.from({ length: 70 }, (_, n) => 70 - n));
  });

  it('end without a cursor when the last page is full', async () => {
    for (let id = 1; id <= LIST_PAGE_SIZE; id += 1) await social.follow(id, 98);
    expect((await readAll('followers', 98, 1)).map((page) => page.length)).toEqual([LIST_PAGE_SIZE]);
  });

  it('say of each whether the viewer follows them, and nothing private', async () => {
    await social.follow(90, 91);
    await social.follow(90, 92);
    await social.follow(93, 91);
    const seenBy = async (viewer: number) => (await social.list('following', 90, viewer)).users;
    expect(await seenBy(93)).toEqual([
      { id: 92, username: 'user92', name: 'User 92', profilePicture: null, isFollowing: false },
      { id: 91, username: 'user91', name: 'User 91', profilePicture: null, isFollowing: true },
    ]);
    expect((await seenBy(90)).map(({ isFollowing }) => isFollowing)).toEqual([true, true]);
  });

  it('leave those out whose profile has not arrived, until it has', async () => {
    await social.sql('insert into follows (follower_id, following_id) values (501, 97), (502, 97)');
    await social.announce(502, { hasCompletedProfile: false, username: null, version: 1 });
    await social.announce(503);
    await social.feed.drained('auth-events', 2);
    expect((await social.list('followers', 97, 1)).users).toEqual([]);
    await social.announce(501);
    await social.announce(502);
    await social.feed.drained('auth-events', 2);
    expect(ids([(await social.list('followers', 97, 1)).users])).toEqual([502, 501]);
  });

  it('refuse a cursor that they did not give out', async () => {
    const forged = (text: string) => Buffer.from(text).toString('base64url');
    for (const cursor of [
      'x',
      forged('1'),
      forged('1 2026-02-30T00:00:00.000000Z'),
      forged('9999999999999999 2026-01-01T00:00:00.000000Z'),
      forged("1 2026-01-01T00:00:00.000000Z' or 1=1"),
    ]) {
      for (const name of ['followers', 'following'] as const)
        expect(await outcome(social.list(name, 1, 2, cursor))).toBe('invalid-request');
    }
  });
});

describe('follower ids', () => {
  const page = async (after: number, limit: number) =>
    (await social.stack.rpc.call(socialRpc.followerIds, { userId: 99, after, limit })).userIds;

  it('come in order, page by page', async () => {
    expect(await page(0, 40)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
    expect(await page(40, 40)).toEqual(Array.from({ length: 30 }, (_, n) => n + 41));
    expect(await page(70, 40)).toEqual([]);
  });

  it('come with all followers and the version of the last change, for those who keep a copy', async () => {
    const all = (after: number, limit = 2) =>
      social.stack.rpc.call(socialRpc.followersPage, { userId: 190, after, limit });
    await social.people(190, 190);
    for (const follower of [1, 2, 3]) await social.follow(follower, 190);
    await social.unfollow(3, 190);
    await social.stack.rpc.call(socialRpc.mute, { userId: 2, otherId: 190 });
    expect(await all(0)).toEqual({ userIds: [1, 2], version: 4 });
    expect(await all(2)).toEqual({ userIds: [], version: 4 });
    expect(await all(0, 1)).toEqual({ userIds: [1], version: 4 });
  });

  it('are limited', async () => {
    expect(await outcome(page(0, 1_001))).toBe('invalid-request');
  });
});
