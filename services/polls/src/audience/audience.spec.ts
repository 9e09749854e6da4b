import { Module } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ACCOUNT_PURGED,
  APART_SUBJECT,
  Poll,
  accountDeletionStarted,
  audienceLeft,
  personModerated,
  personalDataRpc,
  pollForViewer,
  pollsRpc,
  socialRpc,
  userBlocked,
  userFollowed,
  userMuted,
  userUnfollowed,
  type Apart,
} from '@inkling/contracts';
import { ApiError, Rpc, RpcController, defineService, type RpcRequestOf } from '@inkling/platform';
import { EventFeed, eventually, outcome } from '@inkling/testing';
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

describe('who can see a poll', () => {
  const ASKER = 20;
  const [followers, former, stranger, blocked] = [21, 22, 23, 24];
  const asked = {} as Record<'public' | 'unlisted' | 'followers', number>;
  const ended = {} as typeof asked;
  const comments = {} as typeof asked;
  beforeAll(async () => {
    for (const id of [followers, former, blocked]) await follow(id, true, { of: ASKER });
    await follow(former, false, { of: ASKER });
    await follow(blocked, false, { of: ASKER });
    await feed.publishTwice(userBlocked, { blockerId: ASKER, blockedId: blocked, version: 50 });
    await feed.drained('social-events', 7);
    for (const user of [followers, former, stranger, blocked]) await polls.author(user);
    for (const visibility of ['public', 'unlisted', 'followers'] as const) {
      const request = { userId: ASKER, visibility, method: 'ranked' as const };
      asked[visibility] = (await polls.ask(request)).id;
      ended[visibility] = (await polls.ask(request)).id;
      await polls.end(ended[visibility]);
      const comment = { pollId: asked[visibility], userId: ASKER, content: 'Well?' };
      comments[visibility] = (await rpc().call(pollsRpc.addComment, comment)).id;
    }
    await copied(ASKER);
  });

  /** Everything that a person may do with a poll, and what comes of it. */
  async function acts(visibility: keyof typeof asked, viewerId: number): Promise<Record<string, string>> {
    const [pollId, over] = [asked[visibility], ended[visibility]];
    const person = { pollId, viewerId };
    const as = { pollId, userId: viewerId };
    const calls: Record<string, () => Promise<unknown>> = {
      get: () => rpc().call(pollsRpc.get, person),
      preview: () => rpc().call(pollsRpc.preview, person),
      comments: () => rpc().call(pollsRpc.comments, person),
      rounds: () => rpc().call(pollsRpc.rounds, { pollId: over, viewerId }),
      results: () => rpc().call(pollsRpc.results, { pollId: over, viewerId }),
      comment: () => rpc().call(pollsRpc.addComment, { ...as, content: 'Seen.' }),
      like: () => rpc().call(pollsRpc.like, person),
      unlike: () => rpc().call(pollsRpc.unlike, person),
      save: () => rpc().call(pollsRpc.save, person),
      unsave: () => rpc().call(pollsRpc.unsave, person),
      remind: () => rpc().call(pollsRpc.setReminder, person),
      forget: () => rpc().call(pollsRpc.removeReminder, person),
      report: () => rpc().call(pollsRpc.moderationView, { kind: 'poll', id: pollId, viewerId }),
    };
    const found: Record<string, string> = {};
    for (const [name, call] of Object.entries(calls)) found[name] = await outcome(call());
    found['watch'] =
      (await rpc().call(pollsRpc.watch, { viewerId, pollIds: [pollId] })).length === 1 ? 'ok' : 'nothing';
    found['vote'] = (await polls.vote(pollId, viewerId, 0)).outcome;
    found['abstain'] = await outcome(rpc().call(pollsRpc.abstain, as));
    // What only authors may do.
    if (viewerId !== ASKER) {
      found['end'] = await outcome(rpc().call(pollsRpc.end, as));
      found['remove'] = await outcome(rpc().call(pollsRpc.remove, as));
      found['switch'] = await outcome(rpc().call(pollsRpc.switchComments, { ...as, off: true }));
      found['others'] = await outcome(
        rpc().call(pollsRpc.deleteComment, { commentId: comments[visibility], userId: viewerId }),
      );
    }
    return found;
  }
  const may = {
    get: 'ok',
    preview: 'ok',
    comments: 'ok',
    rounds: 'ok',
    results: 'ok',
    comment: 'ok',
    like: 'ok',
    unlike: 'ok',
    save: 'ok',
    unsave: 'ok',
    remind: 'ok',
    forget: 'ok',
    report: 'ok',
    watch: 'ok',
    vote: 'recorded',
    abstain: 'already-voted',
  };
  const MAY = { ...may, end: 'forbidden', remove: 'forbidden', switch: 'forbidden', others: 'forbidden' };
  const refusedAs = (code: string) => ({
    ...Object.fromEntries(Object.keys(MAY).map((name) => [name, code])),
    watch: 'nothing',
    others: 'comment-not-found',
  });

  it.each(['public', 'unlisted'] as const)('lets everybody but the blocked see and vote on %s polls', async (kind) => {
    for (const viewer of [followers, former, stranger]) expect(await acts(kind, viewer)).toEqual(MAY);
    expect(await acts(kind, ASKER)).toEqual(may);
    expect(await acts(kind, blocked)).toEqual(refusedAs('poll-not-found'));
    expect(await rpc().call(pollsRpc.preview, { pollId: asked[kind] })).toMatchObject({ visibility: kind });
  });

  it('lets followers and the author alone see and vote on polls for followers', async () => {
    expect(await acts('followers', followers)).toEqual(MAY);
    expect(await acts('followers', ASKER)).toEqual(may);
    for (const viewer of [former, stranger])
      expect(await acts('followers', viewer)).toEqual(refusedAs('followers-only'));
    expect(await acts('followers', blocked)).toEqual(refusedAs('poll-not-found'));
    const [anybody, comment] = [rpc().call(pollsRpc.preview, { pollId: asked.followers }), { pollId: asked.followers }];
    const author = { id: ASKER, name: 'Author 20', username: 'author20', profilePicture: null };
    await expect(anybody).rejects.toMatchObject({ code: 'followers-only', extra: { author } });
    expect(await outcome(rpc().call(pollsRpc.comments, comment))).toBe('followers-only');
  });

  it('counts a batch of votes of followers and strangers right', async () => {
    const { id } = await polls.ask({ userId: ASKER, visibility: 'followers' });
    const users = [followers, stranger, blocked, ASKER];
    const { results } = await polls.cast({ pollIds: users.map(() => id), userIds: users, options: [0, 0, 0, 1] });
    expect(results.map(({ outcome: found }) => found)).toEqual([
      'recorded',
      'followers-only',
      'poll-not-found',
      'recorded',
    ]);
    expect(await polls.count(id)).toMatchObject({ votes: [1, 1, 0], votesCount: 2, rows: [1, 1, 0] });
  });

  it('shows polls for followers in the lists of these, and unlisted ones in none of other people', async () => {
    await polls.part(PollActivity).store(new Map(Object.values(asked).map((id) => [id, 1_000])), new Date());
    const lists = async (viewer: number) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(asked).map(async ([kind, id]) => {
            const profile = await polls.byAuthor(ASKER, { viewerId: viewer });
            const feeds = (await listsWith(id, viewer)).filter((name) => name !== 'trending');
            return [kind, [...feeds, ...(profile.polls.some((poll) => poll.id === id) ? ['profile'] : [])]];
          }),
        ),
      );
    const LISTED = ['first', 'byNumber', 'profile'];
    expect(await lists(stranger)).toEqual({ public: LISTED, unlisted: [], followers: [] });
    expect(await lists(followers)).toEqual({ public: LISTED, unlisted: [], followers: LISTED });
    expect(await lists(ASKER)).toEqual({ public: LISTED, unlisted: ['profile'], followers: LISTED });
    const trending = (await rpc().call(pollsRpc.trending, { viewerId: followers })).map(({ id }) => id);
    expect([asked.public, asked.unlisted, asked.followers].map((id) => trending.includes(id))).toEqual([
      true,
      false,
      false,
    ]);
    const count = async (viewerId?: number) =>
      (await rpc().call(pollsRpc.countByAuthor, { userId: ASKER, ...(viewerId ? { viewerId } : {}) })).pollsCount;
    expect([await count(), await count(ASKER), await count(followers), await count(stranger)]).toEqual([7, 7, 5, 2]);
    const { polls: exported } = await rpc().call(pollsRpc.export, { after: 0, limit: 200 });
    expect(exported.map(({ pollId }) => pollId).filter((id) => Object.values(asked).includes(id))).toEqual([
      asked.public,
    ]);
  });

  it('ends with the follow, also in own lists, the export and the notice of an end, and begins again with it', async () => {
    const { pollId, viewerId } = { pollId: asked.followers, viewerId: followers };
    await rpc().call(pollsRpc.save, { pollId, viewerId });
    const own = async () => {
      const [voted, saved] = [await polls.list('voted', { viewerId }), await polls.list('saved', { viewerId })];
      const data = await rpc().call(personalDataRpc.polls, { userId: viewerId, collection: 'votes' });
      const entry = data.entries.find((each) => each['pollId'] === pollId);
      const { userIds } = await rpc().call(pollsRpc.endRecipients, { pollId, after: 0, limit: 100 });
      return {
        voted: voted.polls.some(({ id }) => id === pollId),
        saved: saved.polls.some(({ id }) => id === pollId),
        question: entry?.['question'],
        told: userIds.includes(viewerId),
        opens: await outcome(rpc().call(pollsRpc.get, { pollId, viewerId })),
      };
    };
    const asFollower = { voted: true, saved: true, question: 'Tea or coffee?', told: true, opens: 'ok' };
    expect(await own()).toEqual(asFollower);
    const asking: Apart[] = [];
    const stop = polls.stack.bus.subscribe(APART_SUBJECT, (bytes) => {
      asking.push(JSON.parse(Buffer.from(bytes).toString()) as Apart);
    });
    await follow(viewerId, false, { of: ASKER });
    await eventually(() => expect(asking).toContainEqual({ userIds: [viewerId] }));
    stop();
    // A late event changes nothing, and tells nobody again.
    const left = (await polls.events(audienceLeft.type)).length;
    await feed.publishTwice(userUnfollowed, { followerId: viewerId, followedId: ASKER, followersCount: 0, version: 1 });
    await feed.drained('social-events', 7);
    expect(await polls.events(audienceLeft.type)).toHaveLength(left);
    expect(await own()).toEqual({ voted: false, saved: false, question: null, told: false, opens: 'followers-only' });
    expect((await firstPage(viewerId)).ids).not.toContain(pollId);
    await follow(viewerId, true, { of: ASKER });
    expect(await own()).toEqual(asFollower);
  });

  it('ends for those who wait for the result, too', async () => {
    const author = 50;
    const { id: pollId } = await polls.ask({ userId: author, visibility: 'followers' });
    await copied(author);
    for (const viewerId of [51, 52]) {
      await follow(viewerId, true, { of: author });
      await rpc().call(pollsRpc.setReminder, { pollId, viewerId });
    }
    const told = async () => (await rpc().call(pollsRpc.endRecipients, { pollId, after: 0, limit: 9 })).userIds;
    expect(await told()).toEqual([51, 52]);
    await follow(51, false, { of: author });
    expect(await told()).toEqual([52]);
  });

  it('stays closed to former followers, whatever is left of an earlier restriction or arrives late', async () => {
    const author = 30;
    await polls.author(author);
    for (const id of [31, 32]) await follow(id, true, { of: author });
    await silence(author);
    await end(author);
    // Left over, as while the removal waits.
    await polls.sql(`insert into audience_follows values ($1, 31, true, 1), ($1, 33, true, 1)`, [author]);
    await follow(31, false, { of: author, heard: false });
    let pollId = 0;
    const opens = (viewerId: number) => outcome(rpc().call(pollsRpc.get, { pollId, viewerId }));
    beforeAnswer = async () => {
      for (const id of [31, 33]) expect(await opens(id)).toBe('followers-only');
      // The late event of a follow that has ended.
      await feed.publishTwice(userFollowed, { followerId: 31, followedId: author, followersCount: 1, version: 1 });
      await feed.drained('social-events', 7);
    };
    pollId = (await polls.ask({ userId: author, visibility: 'followers' })).id;
    expect(await opens(author)).toBe('ok');
    await copied(author);
    beforeAnswer = async () => undefined;
    await feed.publishTwice(userFollowed, { followerId: 33, followedId: author, followersCount: 1, version: 2 });
    await feed.drained('social-events', 7);
    expect([await opens(31), await opens(33), await opens(32)]).toEqual(['followers-only', 'followers-only', 'ok']);
    // A silence changes nothing about who follows.
    await silence(author);
    await end(author);
    expect([await opens(31), await opens(32)]).toEqual(['followers-only', 'ok']);
  });

  it('stays closed to the only follower who has left, and to those whose page has not come', async () => {
    const author = 40;
    await polls.author(author);
    await follow(41, true, { of: author, heard: false });
    await follow(41, false, { of: author });
    const { id: pollId } = await polls.ask({ userId: author, visibility: 'followers' });
    await copied(author);
    const opens = (viewerId: number) => outcome(rpc().call(pollsRpc.get, { pollId, viewerId }));
    await feed.publishTwice(userFollowed, { followerId: 41, followedId: author, followersCount: 1, version: 1 });
    await feed.drained('social-events', 7);
    expect(await opens(41)).toBe('followers-only');
    await follow(42, true, { of: author });
    expect(await opens(42)).toBe('ok');
    const half = `update restricted_authors set copy = 'arriving', arrived_to = 41 where user_id = ${author}`;
    await polls.sql(half);
    expect([await opens(42), await opens(author)]).toEqual(['followers-only', 'ok']);
    await polls.sql(`update restricted_authors set copy = 'complete' where user_id = ${author}`);
  });

  it('leaves nothing for nobody: polls for followers go with their author, and likes of former followers', async () => {
    await follow(25, true, { of: 26 });
    const { id } = await polls.ask({ userId: 26, visibility: 'followers' });
    await copied(26);
    await rpc().call(pollsRpc.like, { pollId: id, viewerId: 25 });
    await follow(25, false, { of: 26 });
    const at = new Date(Date.now() - 1_000).toISOString();
    const purged = async (userId: number) => {
      await feed.publishTwice(accountDeletionStarted, { userId, polls: 'anonymous', startedAt: at, settledAt: at });
      await eventually(async () => expect(await polls.events(ACCOUNT_PURGED.polls.type)).toContainEqual({ userId }));
    };
    await purged(25);
    expect(await polls.count(id)).toMatchObject({ likesCount: 0, likeRows: 0 });
    await purged(26);
    expect(await polls.sql('select from polls where id = $1', [id])).toEqual([]);
  });
});
