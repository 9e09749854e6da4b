import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FeaturedUser,
  objectModerated,
  personModerated,
  pollCreated,
  pollDeleted,
  socialRpc,
} from '@inkling/contracts';
import { Social } from '../social.spec-support.js';

const HOUR = 3_600_000;
const VIEWER = 100;

let social: Social;
beforeAll(async () => {
  social = await Social.start();
  await social.people(1, 60);
  await social.people(VIEWER, VIEWER);
});
afterAll(() => social.stop());
beforeEach(async () => {
  await social.sql('truncate polls, poll_authors, follows, follow_counts');
});

const ask = (pollId: number, authorId: number, hoursAgo: number) =>
  social.feed.publishTwice(pollCreated, {
    pollId,
    authorId,
    question: 'Tea?',
    options: ['Yes', 'No'],
    endDate: null,
    createdAt: new Date(Date.now() - hoursAgo * HOUR).toISOString(),
  });
const remove = (pollId: number, authorId: number) => social.feed.publishTwice(pollDeleted, { pollId, authorId });
const drained = () => social.feed.drained('polls-events', 2);
const featured = async (viewerId = VIEWER) =>
  (await social.stack.rpc.call(socialRpc.featured, { viewerId })).users.map((user) => FeaturedUser.parse(user));
const strip = async (viewerId?: number) =>
  (await featured(viewerId)).map(({ id, hasNewPoll }) => (hasNewPoll ? id : -id));

describe('the strip', () => {
  it('shows those one follows first, the newest poll first, then others likewise; never oneself', async () => {
    for (const [n, author] of [1, 2, 3, 4, VIEWER].entries()) await ask(10 + n, author, 5 - n);
    await drained();
    for (const followed of [1, 3, 5]) await social.follow(VIEWER, followed);
    expect(await strip()).toEqual([3, 1, 4, 2]);
    expect(await strip(5)).toEqual([VIEWER, 4, 3, 2, 1]);
    expect((await featured())[0]).toEqual({
      id: 3,
      username: 'user3',
      name: 'User 3',
      profilePicture: null,
      hasNewPoll: true,
    });
  });

  it('marks a poll of the last 24 hours as new', async () => {
    await ask(20, 1, 23.9);
    await ask(21, 2, 24.1);
    await drained();
    expect(await strip()).toEqual([1, -2]);
  });

  it('has at most twenty people, filled up with others', async () => {
    for (let n = 1; n <= 45; n += 1) await ask(100 + n, n, n / 10);
    await drained();
    expect(await strip()).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    for (let followed = 26; followed <= 44; followed += 1) await social.follow(VIEWER, followed);
    expect(await strip()).toEqual([...Array.from({ length: 19 }, (_, n) => n + 26), 1]);
    for (const followed of [1, 2, 3]) await social.follow(VIEWER, followed);
    expect(await strip()).toEqual([1, 2, 3, ...Array.from({ length: 17 }, (_, n) => n + 26)]);
  });

  it('leaves those out whose profile is missing or not complete', async () => {
    await social.announce(201, { hasCompletedProfile: false, username: null, version: 1 });
    for (const [pollId, author] of [
      [30, 200],
      [31, 201],
      [32, 1],
    ] as const)
      await ask(pollId, author, 1);
    await social.sql('insert into follows (follower_id, following_id) select $1::int, unnest(array[200, 201])', [
      VIEWER,
    ]);
    await Promise.all([drained(), social.feed.drained('auth-events', 2)]);
    expect(await strip()).toEqual([1]);
  });

  it('shows a silenced person to followers alone, until the silence ends', async () => {
    const decide = async (silenced: boolean, version: number) => {
      await social.feed.publishTwice(personModerated, { userId: 1, silenced, suspended: null, version });
      await social.feed.drained('community-events', 2);
    };
    for (const [pollId, author] of [
      [60, 1],
      [61, 2],
    ] as const)
      await ask(pollId, author, 1);
    await drained();
    await social.follow(3, 1);
    await decide(true, 2);
    expect([await strip(), await strip(3)]).toEqual([[2], [1, 2]]);
    await decide(false, 1);
    expect(await strip()).toEqual([2]);
    await decide(false, 3);
    expect(await strip()).toEqual([2, 1]);
  });

  it('is empty where nobody has asked anything', async () => {
    expect(await featured()).toEqual([]);
  });
});

describe('polls', () => {
  it('count by the newest that is left', async () => {
    await ask(41, 1, 30);
    await ask(42, 1, 2);
    await ask(43, 2, 3);
    await drained();
    expect(await strip()).toEqual([1, 2]);
    await remove(42, 1);
    await drained();
    expect(await strip()).toEqual([2, -1]);
    await remove(41, 1);
    await remove(43, 2);
    await drained();
    expect(await strip()).toEqual([]);
    await ask(44, 1, 1);
    await drained();
    expect(await strip()).toEqual([1]);
  });

  it('stay away when their deletion came first, and do not become the newest when older ones arrive late', async () => {
    await remove(51, 1);
    await drained();
    await ask(51, 1, 1);
    await ask(53, 2, 1);
    await ask(52, 2, 30);
    await drained();
    expect(await strip()).toEqual([2]);
    expect(await social.sql('select newest_poll_id::int from poll_authors where user_id = 2')).toEqual([
      { newest_poll_id: 53 },
    ]);
  });

  it('do not count while moderators hide them, also when the decision came first', async () => {
    const decide = (pollId: number, state: 'hidden' | 'shown', version: number) =>
      social.feed.publishTwice(objectModerated, {
        kind: 'poll',
        objectId: pollId,
        authorId: 1,
        pollId: null,
        state,
        sensitive: null,
        version,
        actId: state === 'shown' ? null : 7,
      });
    await ask(61, 1, 2);
    await drained();
    await decide(61, 'hidden', 1);
    await decide(62, 'hidden', 1);
    await social.feed.drained('community-events', 2);
    expect(await strip()).toEqual([]);
    await ask(62, 1, 1);
    await drained();
    expect(await strip()).toEqual([]);
    await decide(61, 'shown', 2);
    await decide(62, 'shown', 2);
    await social.feed.drained('community-events', 2);
    expect(await social.sql('select newest_poll_id::int from poll_authors where user_id = 1')).toEqual([
      { newest_poll_id: 62 },
    ]);
  });

  it('of one author in a storm of creations and deletions leave the newest of those that remain', async () => {
    const polls = Array.from({ length: 120 }, (_, n) => 1_000 + n);
    await Promise.all(
      polls.flatMap((pollId, n) => [
        ask(pollId, 1 + (n % 3), 10 + ((n * 37) % 97)),
        ...(n % 2 ? [remove(pollId, 1 + (n % 3))] : []),
      ]),
    );
    await drained();
    expect(await social.sql('select user_id::int, newest_poll_id from poll_authors order by user_id')).toEqual(
      await social.sql(
        `select distinct on (author_id) author_id::int as user_id, poll_id as newest_poll_id
         from polls where not deleted order by author_id, created_at desc, poll_id desc`,
      ),
    );
    expect(
      await social.sql('select count(*)::int, count(*) filter (where deleted)::int as deleted from polls'),
    ).toEqual([{ count: 120, deleted: 60 }]);
  });
});

describe('the cached part of the strip', () => {
  it('is read once for many, and again later', async () => {
    const held = await Social.start({ env: { FEATURED_CACHE_MS: '60000' } });
    try {
      await held.people(1, 2);
      await held.sql(`insert into poll_authors values (1, 1, now())`);
      const look = async () =>
        (await held.stack.rpc.call(socialRpc.featured, { viewerId: 9 })).users.map(({ id }) => id);
      expect(await Promise.all(Array.from({ length: 50 }, look))).toEqual(Array.from({ length: 50 }, () => [1]));
      await held.sql(`insert into poll_authors values (2, 2, now())`);
      expect(await look()).toEqual([1]);
      // The followed users are never cached.
      await held.follow(9, 2);
      expect(await look()).toEqual([2, 1]);
    } finally {
      await held.stop();
    }
  });
});
