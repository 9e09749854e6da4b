import { Module } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ACCOUNT_PURGED,
  Poll,
  accountDeletionStarted,
  personModerated,
  pollForViewer,
  pollsRpc,
  socialRpc,
  userFollowed,
  userMuted,
  userUnfollowed,
} from '@inkling/contracts';
import { ApiError, Rpc, RpcController, defineService, type RpcRequestOf } from '@inkling/platform';
import { EventFeed, eventually } from '@inkling/testing';
import { z } from 'zod';
import { FeedCache } from '../feed/feed-cache.js';
import { Polls } from '../polls.spec-support.js';
import { PollActivity } from '../trending/poll-activity.js';

/** What social knows of each person: followers in the order of ids, and the version of the last change. */
const social = new Map<number, { followers: Set<number>; version: number }>();
const knownTo = (userId: number) => {
  const known = social.get(userId) ?? { followers: new Set<number>(), version: 0 };
  social.set(userId, known);
  return known;
};
/** What the stand-in for social does after it has read a page. */
let beforeAnswer: () => Promise<void> = async () => undefined;
let calls = 0;

@RpcController()
class SocialStandIn {
  @Rpc(socialRpc.followersPage)
  async page({ userId, after, limit }: RpcRequestOf<typeof socialRpc.followersPage>) {
    calls += 1;
    const { followers, version } = knownTo(userId);
    const userIds = [...followers].filter((id) => id > after).toSorted((a, b) => a - b);
    const page = { userIds: userIds.slice(0, limit), version };
    await beforeAnswer();
    return page;
  }
}
@Module({ controllers: [SocialStandIn] })
class SocialModule {}

const [AUTHOR, OTHER, STRANGER, FOLLOWER] = [1, 2, 3, 4];
let polls: Polls;
let feed: EventFeed;
let version = 0;
let ids: { silenced: number; other: number };
beforeAll(async () => {
  polls = await Polls.start({
    env: { FEED_CACHE_MS: '10000' },
    beside: [defineService({ name: 'social', config: z.object({}), module: SocialModule })],
  });
  feed = await EventFeed.connect(polls.stack);
  for (let user = 1; user <= 9; user += 1) await polls.author(user);
});
afterAll(async () => {
  await feed.close();
  await polls.stack.stop();
});
beforeEach(() => {
  beforeAnswer = async () => undefined;
});

const rpc = () => polls.stack.rpc;
async function decide(userId: number, silenced: boolean): Promise<void> {
  await feed.publishTwice(personModerated, { userId, silenced, suspended: null, version: (version += 1) });
  await feed.drained('community-events', 3);
}
/** Followers have been copied, or are gone after the end of a silence. */
const copied = (userId = AUTHOR) =>
  eventually(async () =>
    expect(await polls.sql('select copy, due_at from restricted_authors where user_id = $1', [userId])).toEqual([
      { copy: 'complete', due_at: null },
    ]),
  );
const silence = async (userId = AUTHOR) => {
  await decide(userId, true);
  await copied(userId);
};
const end = async (userId = AUTHOR) => {
  await decide(userId, false);
  await copied(userId);
};
/** A follow begins or ends. @param heard its event arrives */
async function follow(followerId: number, on: boolean, { heard = true, of = AUTHOR } = {}): Promise<void> {
  const known = knownTo(of);
  known.version += 1;
  if (on) known.followers.add(followerId);
  else known.followers.delete(followerId);
  if (!heard) return;
  const change = { followerId, followedId: of, followersCount: known.followers.size, version: known.version };
  await feed.publishTwice(on ? userFollowed : userUnfollowed, change);
  await feed.drained('social-events', 7);
}

/** Ids of the first page as the gateway puts it together, without recommendations; and where it continues. */
async function firstPage(viewerId: number) {
  const reply = await rpc().call(pollsRpc.firstPage, { viewerIds: [viewerId] });
  const own = reply.own?.[0];
  const positions = own?.polls ?? Array.from({ length: reply.newest }, (_, position) => position);
  const { pagination } = JSON.parse(`{${own?.tail ?? reply.tail}}`) as { pagination: { nextCursor: string | null } };
  const shown = positions.map((position) => Poll.parse(JSON.parse(pollForViewer(reply.polls[position]!, undefined))));
  return { ids: shown.map(({ id }) => id), nextCursor: pagination.nextCursor };
}
/** The lists of everybody's polls that show this poll to the viewer. */
async function listsWith(pollId: number, viewerId: number): Promise<string[]> {
  const [first, byNumber, trending] = await Promise.all([
    firstPage(viewerId),
    polls.list('feed', { viewerId, page: 1 }),
    rpc().call(pollsRpc.trending, { viewerId }),
  ]);
  return Object.entries({
    first: first.ids,
    byNumber: byNumber.polls.map(({ id }) => id),
    trending: trending.map(({ id }) => id),
  }).flatMap(([name, found]) => (found.includes(pollId) ? [name] : []));
}
const EVERYWHERE = ['first', 'byNumber', 'trending'];

describe('a silenced author', () => {
  beforeAll(async () => {
    ids = { silenced: (await polls.ask({ userId: AUTHOR })).id, other: (await polls.ask({ userId: OTHER })).id };
    await polls.part(PollActivity).store(new Map(Object.values(ids).map((id) => [id, 100])), new Date());
    await follow(FOLLOWER, true);
    for (const viewer of [STRANGER, FOLLOWER, AUTHOR])
      expect(await listsWith(ids.silenced, viewer)).toEqual(EVERYWHERE);
    await polls.part(PollActivity).mark(new Date());
    await silence();
  });

  it('is in no list of strangers, at once, and in those of followers and the author', async () => {
    expect(await listsWith(ids.silenced, STRANGER)).toEqual([]);
    for (const viewer of [FOLLOWER, AUTHOR]) {
      expect(await listsWith(ids.silenced, viewer)).toEqual(EVERYWHERE);
      expect((await firstPage(viewer)).ids.slice(0, 2)).toEqual([ids.other, ids.silenced]);
    }
    expect((await rpc().call(pollsRpc.trending, {})).map(({ id }) => id)).not.toContain(ids.silenced);
    expect(await listsWith(ids.other, STRANGER)).toEqual(EVERYWHERE);
  });

  it('stays reachable by profile and link, and in what others have voted on', async () => {
    await polls.vote(ids.silenced, STRANGER, 0);
    expect((await polls.get(ids.silenced, STRANGER)).votesCount).toBe(1);
    expect(await rpc().call(pollsRpc.preview, { pollId: ids.silenced })).toMatchObject({ id: ids.silenced });
    const lists = [
      await polls.byAuthor(AUTHOR, { viewerId: STRANGER }),
      await polls.list('voted', { viewerId: STRANGER }),
    ];
    for (const list of lists) expect(list.polls.map(({ id }) => id)).toContain(ids.silenced);
  });

  it('is recommended to nobody, and not marked as trending', async () => {
    const reply = await rpc().call(pollsRpc.firstPage, { viewerIds: [5] });
    expect(reply.polls.map(({ hidden }) => (JSON.parse(`${hidden}}`) as { id: number }).id)).not.toContain(
      ids.silenced,
    );
    const marked = async () => (await polls.sql('select from polls where id = $1 and trending', [ids.silenced])).length;
    expect(await marked()).toBe(1);
    await polls.part(PollActivity).mark(new Date());
    expect(await marked()).toBe(0);
  });

  it('gains and loses viewers with follows, and an author whom nobody silenced costs none', async () => {
    await follow(6, true);
    expect(await listsWith(ids.silenced, 6)).toEqual(EVERYWHERE);
    await follow(6, false);
    expect(await listsWith(ids.silenced, 6)).toEqual([]);
    await follow(6, true, { of: OTHER });
    expect(await polls.sql('select from audience_follows where author_id = $1', [OTHER])).toEqual([]);
  });

  it('stays out of sight of followers who mute the author', async () => {
    await feed.publishTwice(userMuted, { muterId: FOLLOWER, mutedId: AUTHOR, version: 1 });
    await feed.drained('social-events', 7);
    expect(await listsWith(ids.silenced, FOLLOWER)).toEqual([]);
    await polls.sql('truncate hidden_users, viewer_filters');
  });

  it('fills pages of strangers, and followers read on through all polls in order', async () => {
    const mixed: number[] = [];
    for (let n = 0; n < 15; n += 1) mixed.push(...(await polls.seed(1, AUTHOR)), ...(await polls.seedCrowd(1)));
    polls.part(FeedCache).changed();
    const all = (viewerId: number) =>
      polls.readOn((cursor) => polls.list('feed', { viewerId, ...(cursor === undefined ? {} : { cursor }) }));
    const seen = mixed.filter((_, n) => n % 2 === 1).concat(ids.other);
    expect(await all(STRANGER)).toEqual(seen.toSorted((a, b) => b - a));
    expect(await all(FOLLOWER)).toEqual([...mixed, ...Object.values(ids)].toSorted((a, b) => b - a));
    const first = await firstPage(STRANGER);
    expect(first.ids).toHaveLength(10);
    const own = await firstPage(FOLLOWER);
    expect(own.ids).toEqual(mixed.toSorted((a, b) => b - a).slice(0, 10));
    const next = await polls.list('feed', { viewerId: FOLLOWER, cursor: own.nextCursor! });
    expect(next.polls.map(({ id }) => id)).toEqual(mixed.toSorted((a, b) => b - a).slice(10, 20));
    await polls.sql(`delete from poll_counters where poll_id = any($1)`, [mixed]);
    await polls.sql(`update polls set deleted_at = now() where id = any($1)`, [mixed]);
    polls.part(FeedCache).changed();
  });

  it('shows to everybody again after the end, and a silence later knows who has left meanwhile', async () => {
    await end();
    for (const viewer of [STRANGER, FOLLOWER]) expect(await listsWith(ids.silenced, viewer)).toEqual(EVERYWHERE);
    expect(await polls.sql('select from audience_follows')).toEqual([]);
    await follow(FOLLOWER, false);
    await silence();
    expect(await listsWith(ids.silenced, FOLLOWER)).toEqual([]);
    await follow(FOLLOWER, true);
    expect(await listsWith(ids.silenced, FOLLOWER)).toEqual(EVERYWHERE);
  });

  it('stays silenced when an older decision arrives late', async () => {
    await feed.publishTwice(personModerated, { userId: AUTHOR, silenced: false, suspended: null, version: 1 });
    await feed.drained('community-events', 3);
    expect(await listsWith(ids.silenced, STRANGER)).toEqual([]);
  });
});

describe('the followers of a silenced author', () => {
  const viewers = async (userId: number) =>
    (
      await polls.sql<{ id: number }>(
        'select follower_id::int as id from audience_follows where author_id = $1 and follows order by follower_id',
        [userId],
      )
    ).map(({ id }) => id);

  it('arrive page by page, once', async () => {
    for (let id = 1_001; id <= 3_500; id += 1) knownTo(7).followers.add(id);
    calls = 0;
    await silence(7);
    expect(await viewers(7)).toEqual([7, ...knownTo(7).followers]);
    expect(calls).toBe(3);
  });

  it('do not come back by a page that is older than their leaving', async () => {
    for (const id of [11, 12]) await follow(id, true, { of: 8 });
    beforeAnswer = async () => {
      beforeAnswer = async () => undefined;
      await follow(11, false, { of: 8 });
    };
    await silence(8);
    expect(await viewers(8)).toEqual([8, 12]);
  });

  it('wait while social is away; strangers do not', async () => {
    const { id } = await polls.ask({ userId: 9 });
    knownTo(9).followers.add(FOLLOWER);
    beforeAnswer = async () => {
      throw new ApiError('unavailable');
    };
    await decide(9, true);
    await eventually(async () =>
      expect(await polls.sql(`select copy from restricted_authors where user_id = 9`)).toEqual([{ copy: 'arriving' }]),
    );
    expect((await firstPage(STRANGER)).ids).not.toContain(id);
    beforeAnswer = async () => undefined;
    await polls.sql('update restricted_authors set due_at = now() where user_id = 9');
    await copied(9);
    expect((await firstPage(FOLLOWER)).ids).toContain(id);
  });
});

it('a silenced author who deletes the account leaves no polls without a name', async () => {
  const { id } = await polls.ask({ userId: 9 });
  const at = new Date(Date.now() - 1_000).toISOString();
  await feed.publishTwice(accountDeletionStarted, { userId: 9, polls: 'anonymous', startedAt: at, settledAt: at });
  await eventually(async () => expect(await polls.events(ACCOUNT_PURGED.polls.type)).toEqual([{ userId: 9 }]));
  expect(await polls.sql('select from polls where id = $1', [id])).toEqual([]);
  for (const condition of ['restricted_authors where user_id = 9', 'audience_follows where author_id = 9'])
    expect(await polls.sql(`select from ${condition}`)).toEqual([]);
});
