import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BLOCKS_MAX,
  socialRpc,
  userBlocked,
  userFollowed,
  userMuted,
  userUnblocked,
  userUnfollowed,
  userUnmuted,
  type EventData,
} from '@inkling/contracts';
import { inWaves, outcome } from '@inkling/testing';
import { Social } from '../social.spec-support.js';

let social: Social;
beforeAll(async () => {
  social = await Social.start();
  await social.people(1, 200);
});
afterAll(() => social.stop());

const { block, unblock, mute, unmute } = {
  block: (userId: number, otherId: number) => social.stack.rpc.call(socialRpc.block, { userId, otherId }),
  unblock: (userId: number, otherId: number) => social.stack.rpc.call(socialRpc.unblock, { userId, otherId }),
  mute: (userId: number, otherId: number) => social.stack.rpc.call(socialRpc.mute, { userId, otherId }),
  unmute: (userId: number, otherId: number) => social.stack.rpc.call(socialRpc.unmute, { userId, otherId }),
};
const standing = async (viewerId: number, userId: number) =>
  (await social.stack.rpc.call(socialRpc.counts, { userId, viewerId })).standing;
const list = async (name: 'blocks' | 'mutes', userId: number, cursor?: string) =>
  social.stack.rpc.call(socialRpc[name], { userId, ...(cursor === undefined ? {} : { cursor }) });
const ids = async (name: 'blocks' | 'mutes', userId: number) => (await list(name, userId)).users.map(({ id }) => id);
const followers = async (userId: number, viewerId: number) =>
  (await social.list('followers', userId, viewerId)).users.map(({ id }) => id);
const between = async (one: number, other: number) => {
  const of = async (type: string, step: string) =>
    (await social.events<EventData<typeof userBlocked>>(type)).flatMap((event) =>
      [event.blockerId, event.blockedId].every((id) => id === one || id === other) ? [{ step, ...event }] : [],
    );
  return [...(await of(userBlocked.type, 'block')), ...(await of(userUnblocked.type, 'unblock'))].toSorted(
    (a, b) => a.version - b.version,
  );
};

describe('a block', () => {
  it('ends the follows in both directions, with right counts, and announces each', async () => {
    await social.follow(1, 2);
    await social.follow(2, 1);
    await social.follow(3, 2);
    for (let n = 0; n < 2; n += 1) expect(await block(1, 2)).toEqual({ userId: 2, blocked: true });
    expect([await social.counts(1), await social.counts(2)]).toEqual([
      { followersCount: 0, followingCount: 0 },
      { followersCount: 1, followingCount: 0 },
    ]);
    expect(await social.wrongCounters()).toEqual([]);
    const ended = (await social.events<EventData<typeof userFollowed>>(userUnfollowed.type)).map(
      ({ followerId, followedId, followersCount }) => [followerId, followedId, followersCount],
    );
    expect(ended).toEqual([
      [1, 2, 1],
      [2, 1, 0],
    ]);
    expect((await between(1, 2)).map(({ step, blockerId }) => [step, blockerId])).toEqual([['block', 1]]);
  });

  it('refuses follows in both directions, and what else names the other', async () => {
    await block(11, 12);
    const [answer] = [await outcome(social.follow(11, 9_999))];
    for (const [one, other] of [
      [11, 12],
      [12, 11],
    ] as const)
      // Auth is away here: the answer for an id that only auth could know.
      for (const call of [
        () => social.follow(one, other),
        () => social.unfollow(one, other),
        () => social.remove(one, other),
        () => social.list('followers', other, one),
        () => social.list('following', other, one),
      ])
        expect(await outcome(call())).toBe(answer);
    expect(await social.stack.rpc.call(socialRpc.status, { userId: 12, followingId: 11 })).toEqual({
      following: false,
    });
  });

  it('leaves the other out of the lists of third people, for these two alone', async () => {
    for (const follower of [21, 22, 23]) await social.follow(follower, 24);
    await block(21, 22);
    expect([await followers(24, 21), await followers(24, 22), await followers(24, 23)]).toEqual([
      [23, 21],
      [23, 22],
      [23, 22, 21],
    ]);
  });

  it('is known to who made it alone: the other’s standing says blockedBy, which nobody is shown', async () => {
    await block(31, 32);
    expect(await standing(31, 32)).toEqual({ blocked: true, blockedBy: false, muted: false });
    expect(await standing(32, 31)).toEqual({ blocked: false, blockedBy: true, muted: false });
    expect(await ids('blocks', 31)).toEqual([32]);
    expect(await ids('blocks', 32)).toEqual([]);
  });

  it('in the other direction too hides each from the other’s list of blocks', async () => {
    await block(41, 42);
    // Auth, which is away here, is asked as for an unknown id.
    expect(await outcome(block(42, 41))).toBe('unavailable');
    await social.sql('insert into blocks (blocker_id, blocked_id) values (42, 41)');
    expect([await ids('blocks', 41), await ids('blocks', 42)]).toEqual([[], []]);
    await unblock(41, 42);
    expect(await standing(41, 42)).toEqual({ blocked: false, blockedBy: true, muted: false });
    expect([await ids('blocks', 41), await ids('blocks', 42)]).toEqual([[], [41]]);
  });

  it('comes back without follows', async () => {
    await social.follow(51, 52);
    await block(52, 51);
    for (let n = 0; n < 2; n += 1) expect(await unblock(52, 51)).toEqual({ userId: 51, blocked: false });
    expect(await followers(52, 51)).toEqual([]);
    expect(await social.follow(51, 52)).toMatchObject({ following: true, followersCount: 1 });
    expect((await between(51, 52)).map(({ step }) => step)).toEqual(['block', 'unblock']);
  });

  it('of oneself is refused, and so is one too many, before it matters whether there is such a user', async () => {
    expect(await outcome(block(61, 61))).toBe('self-block');
    await social.people(1_001, 1_001);
    await social.sql('insert into blocks (blocker_id, blocked_id) select 61, g from generate_series(1001, $1) g', [
      1_000 + BLOCKS_MAX,
    ]);
    expect(await outcome(block(61, 62))).toBe('too-many-blocks');
    expect(await block(61, 1_001)).toEqual({ userId: 1_001, blocked: true });
    await unblock(61, 1_001);
    expect(await block(61, 62)).toEqual({ userId: 62, blocked: true });
  });

  it('is listed page by page, the latest first', async () => {
    for (let other = 101; other <= 135; other += 1) await block(63, other);
    const first = await list('blocks', 63);
    expect(first.users.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, n) => 135 - n));
    expect(first.users[0]).toEqual({ id: 135, username: 'user135', name: 'User 135', profilePicture: null });
    const second = await list('blocks', 63, first.nextCursor!);
    expect([second.users.map(({ id }) => id), second.nextCursor]).toEqual([[105, 104, 103, 102, 101], null]);
    expect(await outcome(list('blocks', 63, 'abc'))).toBe('invalid-request');
  });
});

describe('in parallel', () => {
  it('300 blocks and unblocks of a pair end with a row that agrees with the newest event', async () => {
    await inWaves<unknown>(300, (n) => {
      const [one, other] = n % 3 === 0 ? [71, 72] : [72, 71];
      return n % 2 ? block(71, 72) : n % 5 ? unblock(71, 72) : outcome(social.follow(one!, other!));
    });
    const events = await between(71, 72);
    expect(events.map(({ step }) => step)).toEqual(events.map((_, n) => (n % 2 ? 'unblock' : 'block')));
    expect((await standing(71, 72))!.blocked).toBe(events.at(-1)!.step === 'block');
    expect(await social.wrongCounters()).toEqual([]);
  });

  it('a follow never outlives a block', async () => {
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([outcome(social.follow(81, 82)), block(82, 81), outcome(social.follow(82, 81))]);
      expect(await social.sql('select from follows where follower_id in (81, 82)')).toEqual([]);
      await unblock(82, 81);
    }
    expect(await social.wrongCounters()).toEqual([]);
  });

  it('one cannot block more people than the limit', async () => {
    await social.sql('insert into blocks (blocker_id, blocked_id) select 91, g from generate_series(2001, $1) g', [
      2_000 + BLOCKS_MAX - 3,
    ]);
    const outcomes = await inWaves(20, (n) => outcome(block(91, 101 + n)));
    expect(outcomes.filter((each) => each === 'too-many-blocks')).toHaveLength(17);
  });
});

describe('a mute', () => {
  it('is announced once, has one direction, and keeps follows', async () => {
    await social.follow(1, 4);
    for (let n = 0; n < 2; n += 1) expect(await mute(1, 4)).toEqual({ userId: 4, muted: true });
    expect(await standing(1, 4)).toEqual({ blocked: false, blockedBy: false, muted: true });
    expect(await standing(4, 1)).toEqual({ blocked: false, blockedBy: false, muted: false });
    expect(await followers(4, 1)).toEqual([1]);
    expect(await ids('mutes', 1)).toEqual([4]);
    for (let n = 0; n < 2; n += 1) expect(await unmute(1, 4)).toEqual({ userId: 4, muted: false });
    const [[muted], [unmuted]] = [
      await social.events<object>(userMuted.type),
      await social.events<object>(userUnmuted.type),
    ];
    expect([muted, unmuted]).toMatchObject([
      { muterId: 1, mutedId: 4 },
      { muterId: 1, mutedId: 4 },
    ]);
  });

  it('spares a follower the push of a new poll', async () => {
    for (const follower of [1, 2, 3]) await social.follow(follower, 5);
    await mute(2, 5);
    expect(await social.stack.rpc.call(socialRpc.followerIds, { userId: 5, after: 0, limit: 10 })).toEqual({
      userIds: [1, 3],
    });
  });
});

describe('muted words', () => {
  const words = async (userId: number) => (await social.stack.rpc.call(socialRpc.mutedWords, { userId })).words;
  const set = async (userId: number, typed: string[]) =>
    (await social.stack.rpc.call(socialRpc.setMutedWords, { userId, words: typed })).words;

  it('are kept as typed, each once, and announced when they change', async () => {
    expect(await words(7)).toEqual([]);
    expect(await set(7, ['Spoiler', 'night  train', 'SPOILER', 'night train'])).toEqual(['Spoiler', 'night  train']);
    await set(7, ['Spoiler', 'night  train']);
    expect(await words(7)).toEqual(['Spoiler', 'night  train']);
    expect(await words(8)).toEqual([]);
    await set(7, []);
    expect(await words(7)).toEqual([]);
    const events = await social.events<{ userId: number; words: string[]; version: number }>(
      'social.muted-words-changed.v1',
    );
    expect(events.map((event) => [event.userId, event.words])).toEqual([
      [7, ['Spoiler', 'night  train']],
      [7, []],
    ]);
    expect(events[1]!.version).toBeGreaterThan(events[0]!.version);
  });
});
