import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminRpc, socialRpc, userFollowed, userUnfollowed, type EventData } from '@inkling/contracts';
import { inWaves, outcome } from '@inkling/testing';
import { Social } from '../social.spec-support.js';

type Change = EventData<typeof userFollowed>;

let social: Social;
beforeAll(async () => {
  social = await Social.start();
  await social.people(1, 200);
});
afterAll(() => social.stop());

const status = (userId: number, followingId: number) =>
  social.stack.rpc.call(socialRpc.status, { userId, followingId });
const changes = async (followedId: number) => ({
  followed: (await social.events<Change>(userFollowed.type)).filter((event) => event.followedId === followedId),
  unfollowed: (await social.events<Change>(userUnfollowed.type)).filter((event) => event.followedId === followedId),
});

describe('following', () => {
  it('counts and is announced once, however often it is done or undone', async () => {
    for (let n = 0; n < 2; n += 1)
      expect(await social.follow(1, 2)).toEqual({ userId: 2, following: true, followersCount: 1 });
    expect(await status(1, 2)).toEqual({ following: true });
    expect(await status(2, 1)).toEqual({ following: false });
    expect([await social.counts(1), await social.counts(2)]).toEqual([
      { followersCount: 0, followingCount: 1 },
      { followersCount: 1, followingCount: 0 },
    ]);
    for (let n = 0; n < 2; n += 1)
      expect(await social.unfollow(1, 2)).toEqual({ userId: 2, following: false, followersCount: 0 });
    expect(await status(1, 2)).toEqual({ following: false });
    await social.follow(1, 2);
    expect(await changes(2)).toEqual({
      followed: [
        { followerId: 1, followedId: 2, followersCount: 1, version: 1 },
        { followerId: 1, followedId: 2, followersCount: 1, version: 3 },
      ],
      unfollowed: [{ followerId: 1, followedId: 2, followersCount: 0, version: 2 }],
    });
  });

  it('oneself is refused', async () => {
    await expect(social.follow(1, 1)).rejects.toMatchObject({ code: 'self-follow', status: 400 });
    expect(await social.unfollow(3, 3)).toEqual({ userId: 3, following: false, followersCount: 0 });
  });

  it('ends for a follower who is removed, and for nobody else', async () => {
    for (const follower of [4, 5]) await social.follow(follower, 6);
    await social.follow(6, 4);
    for (let n = 0; n < 2; n += 1) expect(await social.remove(6, 4)).toEqual({});
    expect([await status(4, 6), await status(5, 6), await status(6, 4)]).toEqual([
      { following: false },
      { following: true },
      { following: true },
    ]);
    expect((await changes(6)).unfollowed).toEqual([{ followerId: 4, followedId: 6, followersCount: 1, version: 3 }]);
  });

  it('survives a counter that had lost its row', async () => {
    await social.follow(7, 8);
    await social.sql('delete from follow_counts where user_id in (7, 8)');
    expect(await social.unfollow(7, 8)).toEqual({ userId: 8, following: false, followersCount: 0 });
    expect(await social.counts(7)).toEqual({ followersCount: 0, followingCount: 0 });
  });
});

describe('in parallel', () => {
  it('500 follows and unfollows of the same pair end with rows and counters that agree', async () => {
    const states = await inWaves(500, (n) => (n % 2 ? social.unfollow(11, 12) : social.follow(11, 12)));
    expect(states.every((state) => state.userId === 12 && state.followersCount <= 1)).toBe(true);
    expect(await social.wrongCounters()).toEqual([]);
    const { followed, unfollowed } = await changes(12);
    const all = [
      ...followed.map((event) => ({ ...event, step: 1 })),
      ...unfollowed.map((event) => ({ ...event, step: -1 })),
    ].toSorted((a, b) => a.version - b.version);
    // Ordered by version they lead to the right counts, without a gap.
    expect(all.map(({ version }) => version)).toEqual(all.map((_, n) => n + 1));
    expect(all.map(({ followersCount }) => followersCount)).toEqual(all.map((_, n) => (n + 1) % 2));
    expect(await status(11, 12)).toEqual({ following: all.at(-1)!.step === 1 });
  });

  it('500 changes among a few users who follow one another neither deadlock nor miscount', async () => {
    const [before] = await social.sql<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    const started = performance.now();
    await inWaves<unknown>(500, (n) => {
      const [one, other] = [20 + (n % 7), 20 + ((n * 3 + 1) % 7)];
      if (one === other) return social.follow(20 + (n % 7), 30 + (n % 3));
      return n % 3 === 0
        ? social.unfollow(one, other)
        : n % 3 === 1
          ? social.follow(one, other)
          : social.remove(one, other);
    });
    // A deadlock would take its timeout of a second to be seen, and the transaction would then be run again.
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await social.wrongCounters()).toEqual([]);
    expect(await social.sql('select deadlocks from pg_stat_database where datname = current_database()')).toEqual([
      before,
    ]);
  });

  it('500 follows of one user by 100 others count 100', async () => {
    await inWaves(500, (n) => social.follow(50 + (n % 50) + (n < 250 ? 0 : 50), 49));
    expect(await social.counts(49)).toEqual({ followersCount: 100, followingCount: 0 });
    const { followed } = await changes(49);
    expect(followed.map(({ followersCount }) => followersCount).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 1),
    );
    expect(await social.wrongCounters()).toEqual([]);
  });
});

describe('recounting', () => {
  const recount = () => social.stack.rpc.call(adminRpc.recountFollows, {});

  it('finds nothing to correct in counters that are right', async () => {
    expect(await recount()).toEqual({ checked: (await social.sql('select from follow_counts')).length, corrected: 0 });
  });

  it('corrects what is wrong or missing while follows go on', async () => {
    await social.sql(
      `insert into follows (follower_id, following_id) select g, g + 1 from generate_series(1000, 1900) g`,
    );
    await social.sql('update follow_counts set followers_count = followers_count + 5 where user_id between 49 and 60');
    let going = true;
    const traffic = (async () => {
      for (let n = 0; going; n += 1)
        await Promise.all(
          Array.from({ length: 20 }, (_, k) =>
            n % 2 ? social.unfollow(101 + k, 121 + ((k + n) % 20)) : social.follow(101 + k, 121 + ((k + n) % 20)),
          ),
        );
    })();
    const [{ checked, corrected }] = await Promise.all([recount().finally(() => (going = false)), traffic]);
    expect(corrected).toBe(12 + 902);
    expect(checked).toBeGreaterThanOrEqual(corrected);
    expect(await social.wrongCounters()).toEqual([]);
  });
});

describe('unknown users', () => {
  it('can be asked for nothing while auth is away: it alone could know them', async () => {
    for (const call of [
      () => social.follow(1, 999),
      () => social.unfollow(1, 999),
      () => social.remove(1, 999),
      () => social.list('followers', 999, 1),
    ])
      expect(await outcome(call())).toBe('unavailable');
    expect(await status(1, 999)).toEqual({ following: false });
  });
});
