import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  APART_SUBJECT,
  LiveComment,
  Poll,
  PollPage,
  commentsSubject,
  mutedWordsChanged,
  personalDataRpc,
  pollForViewer,
  pollsRpc,
  userBlocked,
  userMuted,
  userUnblocked,
  userUnmuted,
} from '@inkling/contracts';
import { EventFeed, eventually, outcome } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';
import { Recommendations } from '../recommendations/recommendations.js';
import { PollActivity } from '../trending/poll-activity.js';

let polls: Polls;
let feed: EventFeed;
let version = 0;
beforeAll(async () => {
  polls = await Polls.start({ env: { FEED_CACHE_MS: '0', RECOMMENDATIONS_MS: '0' } });
  feed = await EventFeed.connect(polls.stack);
  for (let user = 1; user <= 60; user += 1) await polls.author(user);
});
afterAll(async () => {
  await feed.close();
  await polls.stack.stop();
});

const drained = () => feed.drained('social-events', 7);
const block = async (blockerId: number, blockedId: number) => {
  await feed.publishTwice(userBlocked, { blockerId, blockedId, version: (version += 1) });
  await drained();
};
const unblock = async (blockerId: number, blockedId: number) => {
  await feed.publishTwice(userUnblocked, { blockerId, blockedId, version: (version += 1) });
  await drained();
};
const mute = async (muterId: number, mutedId: number) => {
  await feed.publishTwice(userMuted, { muterId, mutedId, version: (version += 1) });
  await drained();
};
const muteWords = async (userId: number, words: string[]) => {
  await feed.publishTwice(mutedWordsChanged, { userId, words, version: (version += 1) });
  await drained();
};
const call = (work: () => Promise<unknown>): Promise<string> => outcome(work());
const rpc = () => polls.stack.rpc;
const comment = (pollId: number, userId: number, content = 'Well said.') =>
  rpc().call(pollsRpc.addComment, { pollId, userId, content });
const comments = async (pollId: number, viewerId: number) =>
  (await rpc().call(pollsRpc.comments, { pollId, viewerId })).comments;
const authors = (page: PollPage) => page.polls.map(({ userId }) => userId);
const trending = async (viewerId: number) => (await rpc().call(pollsRpc.trending, { viewerId })).map(({ id }) => id);

/** The first page as the gateway puts it together. */
async function firstPages(viewerIds: number[]): Promise<{ polls: Poll[]; nextCursor: string | null }[]> {
  const reply = await rpc().call(pollsRpc.firstPage, { viewerIds });
  return viewerIds.map((_, index) => {
    const own = reply.own?.[index];
    const positions = own?.polls ?? Array.from({ length: reply.newest }, (_each, position) => position);
    const { pagination } = JSON.parse(`{${own?.tail ?? reply.tail}}`) as Pick<PollPage, 'pagination'>;
    return {
      polls: positions.map((position) => {
        const action = reply.viewers[index]!.find(([at]) => at === position);
        const reminded = reply.reminded?.[index]!.includes(position) ?? false;
        const actions = action && { vote: action[1], liked: action[2], saved: action[3], reminded };
        return Poll.parse(JSON.parse(pollForViewer(reply.polls[position]!, actions)));
      }),
      nextCursor: pagination.nextCursor,
    };
  });
}

describe('a block', () => {
  it('makes polls unknown in both directions, for reads and writes alike', async () => {
    const mine = await polls.ask({ userId: 1 });
    const theirs = await polls.ask({ userId: 2 });
    const ended = await polls.ask({ userId: 1 });
    await polls.end(ended.id);
    await block(1, 2);
    for (const [viewerId, pollId] of [
      [2, mine.id],
      [2, ended.id],
      [1, theirs.id],
    ] as const) {
      const asked = { pollId, viewerId };
      const unknown = [
        () => rpc().call(pollsRpc.get, asked),
        () => rpc().call(pollsRpc.preview, asked),
        () => rpc().call(pollsRpc.comments, asked),
        () => rpc().call(pollsRpc.like, asked),
        () => rpc().call(pollsRpc.unlike, asked),
        () => rpc().call(pollsRpc.save, asked),
        () => rpc().call(pollsRpc.unsave, asked),
        () => rpc().call(pollsRpc.setReminder, asked),
        () => rpc().call(pollsRpc.removeReminder, asked),
        () => comment(pollId, viewerId),
        () => rpc().call(pollsRpc.remove, { pollId, userId: viewerId }),
      ];
      for (const each of unknown) expect(await call(each)).toBe('poll-not-found');
      for (const option of [0, 5])
        expect(await polls.vote(pollId, viewerId, option)).toEqual({ outcome: 'poll-not-found' });
      expect(await rpc().call(pollsRpc.watch, { viewerId, pollIds: [pollId] })).toEqual([]);
      expect(await call(() => polls.byAuthor(viewerId === 1 ? 2 : 1, { viewerId }))).toBe('user-not-found');
      expect(await rpc().call(pollsRpc.preview, { pollId })).toMatchObject({ id: pollId });
    }
    expect(await polls.vote(mine.id, 3, 0)).toMatchObject({ outcome: 'recorded' });
    expect(await polls.count(mine.id)).toMatchObject({ votesCount: 1, votes: [1, 0, 0], likesCount: 0 });
    expect(await rpc().call(pollsRpc.countByAuthor, { userId: 1, viewerId: 2 })).toMatchObject({ apart: true });
    expect(await rpc().call(pollsRpc.countByAuthor, { userId: 1, viewerId: 3 })).toMatchObject({ apart: false });
  });

  it('refuses only the votes of the pair in a batch of votes, earlier voters included', async () => {
    const { id } = await polls.ask({ userId: 4 });
    expect(await polls.vote(id, 5, 1)).toMatchObject({ outcome: 'recorded' });
    await block(5, 4);
    const users = [5, 6, 7];
    const { results } = await polls.cast({ pollIds: users.map(() => id), userIds: users, options: [0, 0, 5] });
    expect(results).toMatchObject([{ outcome: 'poll-not-found' }, { outcome: 'recorded' }, { outcome: 'bad-option' }]);
    // The vote that was cast before stays.
    expect(await polls.count(id)).toMatchObject({ votesCount: 2, votes: [1, 1, 0], rows: [1, 1, 0] });
  });

  it('hides comments, their deletion and their mentions from one another, under anybody’s poll', async () => {
    const { id } = await polls.ask({ userId: 10 });
    const first = await comment(id, 11, 'I ask @author12 and @author13.');
    const second = await comment(id, 12, 'And I ask @author11.');
    await block(11, 12);
    expect((await comments(id, 11)).map((each) => each.id)).toEqual([first.id]);
    expect((await comments(id, 11))[0]!.mentions).toEqual([{ username: 'author13', id: 13 }]);
    expect((await comments(id, 12)).map((each) => each.id)).toEqual([second.id]);
    expect((await comments(id, 13)).map((each) => each.id)).toEqual([second.id, first.id]);
    expect((await comments(id, 13))[1]!.mentions).toHaveLength(2);
    const remove = (commentId: number, userId: number) => rpc().call(pollsRpc.deleteComment, { commentId, userId });
    expect(await call(() => remove(first.id, 12))).toBe('comment-not-found');
    expect(await call(() => remove(first.id, 13))).toBe('forbidden');
  });

  it('names in a live comment those who must not see it', async () => {
    const { id } = await polls.ask({ userId: 10 });
    const live: LiveComment[] = [];
    const stop = polls.stack.bus.subscribe(commentsSubject(id), (bytes) =>
      live.push(LiveComment.parse(JSON.parse(Buffer.from(bytes).toString()))),
    );
    await block(14, 15);
    await mute(16, 14);
    await comment(id, 14);
    await comment(id, 17);
    await eventually(() => expect(live).toHaveLength(2));
    stop();
    expect(live[0]).toMatchObject({ action: 'added', hiddenFrom: [15, 16] });
    expect(live[1]).not.toHaveProperty('hiddenFrom');
  });

  it('tells the gateways once reads show it', async () => {
    const seen: unknown[] = [];
    const { id } = await polls.ask({ userId: 18 });
    const stop = polls.stack.bus.subscribe(APART_SUBJECT, (bytes) =>
      seen.push(JSON.parse(Buffer.from(bytes).toString())),
    );
    await block(19, 18);
    await eventually(() => expect(seen).toContainEqual({ userIds: [19, 18] }));
    stop();
    expect(await call(() => rpc().call(pollsRpc.get, { pollId: id, viewerId: 19 }))).toBe('poll-not-found');
  });

  it('hides polls from the lists of what one has voted on and saved, and gives them back at its end', async () => {
    const { id } = await polls.ask({ userId: 20 });
    await polls.vote(id, 21, 0);
    await rpc().call(pollsRpc.save, { pollId: id, viewerId: 21 });
    const lists = async () => [
      authors(await polls.list('voted', { viewerId: 21 })),
      authors(await polls.list('saved', { viewerId: 21 })),
    ];
    expect(await lists()).toEqual([[20], [20]]);
    await block(20, 21);
    expect(await lists()).toEqual([[], []]);
    const exported = async () =>
      (await rpc().call(personalDataRpc.polls, { userId: 21, collection: 'saves' })).entries as { question: unknown }[];
    expect(await exported()).toMatchObject([{ pollId: id, question: null, author: null }]);
    await unblock(20, 21);
    expect(await lists()).toEqual([[20], [20]]);
    expect((await exported())[0]!.question).toEqual(expect.any(String));
    expect(await polls.get(id, 21)).toMatchObject({ userVote: 0, userSaved: true });
  });

  it('leaves no active filter behind', async () => {
    const active = () =>
      polls.sql<{ viewer_id: string }>(
        `select viewer_id from viewer_filters where viewer_id in (51, 52) and active order by 1`,
      );
    await block(51, 52);
    await mute(51, 52);
    expect(await active()).toHaveLength(2);
    await unblock(51, 52);
    expect(await active()).toMatchObject([{ viewer_id: expect.anything() }]);
    await muteWords(51, ['e-mail']);
    await feed.publishTwice(userUnmuted, { muterId: 51, mutedId: 52, version: (version += 1) });
    await drained();
    expect(await active()).toHaveLength(1);
    await muteWords(51, []);
    expect(await active()).toEqual([]);
  });

  it('holds as long as one of its two directions does', async () => {
    const { id } = await polls.ask({ userId: 22 });
    await block(22, 23);
    await block(23, 22);
    await unblock(22, 23);
    expect(await call(() => polls.get(id, 23))).toBe('poll-not-found');
    await unblock(23, 22);
    expect(await polls.get(id, 23)).toMatchObject({ id });
  });

  it('settles to the newest state in whatever order its events arrive', async () => {
    const { id } = await polls.ask({ userId: 24 });
    const at = version;
    version += 3;
    const pair = { blockerId: 24, blockedId: 25 };
    await feed.publishTwice(userUnblocked, { ...pair, version: at + 2 });
    await drained();
    await feed.publishTwice(userBlocked, { ...pair, version: at + 1 });
    await drained();
    expect(await polls.get(id, 25)).toMatchObject({ id });
    await feed.publishTwice(userBlocked, { ...pair, version: at + 3 });
    await drained();
    await feed.publishTwice(userUnblocked, { ...pair, version: at + 2 });
    await drained();
    expect(await call(() => polls.get(id, 25))).toBe('poll-not-found');
    expect(
      await polls.sql(
        `select blocks, blocks_version, blocked_by, blocked_by_version from hidden_users
         where user_id in (24, 25) order by viewer_id`,
      ),
    ).toEqual([
      { blocks: true, blocks_version: at + 3, blocked_by: false, blocked_by_version: 0 },
      { blocks: false, blocks_version: 0, blocked_by: true, blocked_by_version: at + 3 },
    ]);
  });

  it('keeps the pair out of draws and ends, and a mute keeps the muted out of draws', async () => {
    const { id } = await polls.ask({ userId: 26 });
    const users = [27, 28, 29, 30];
    await polls.cast({ pollIds: users.map(() => id), userIds: users, options: [0, 1, 0, 1] });
    await block(27, 26);
    await mute(26, 28);
    await mute(29, 26);
    for (const viewerId of [31, 32, 33]) await rpc().call(pollsRpc.setReminder, { pollId: id, viewerId });
    await block(26, 31);
    await mute(32, 26);
    const drawn = await rpc().call(pollsRpc.drawVoters, { pollId: id, limit: 10, outsideLead: 0 });
    expect(drawn.userIds.toSorted((a, b) => a - b)).toEqual([29, 30]);
    expect(await rpc().call(pollsRpc.endRecipients, { pollId: id, after: 0, limit: 10 })).toEqual({
      userIds: [28, 30, 33],
    });
  });

  it('hides from trending, where others follow', async () => {
    await polls.sql('delete from poll_activity');
    const ids: number[] = [];
    for (let author = 31; author <= 37; author += 1) ids.push((await polls.ask({ userId: author })).id);
    await polls.part(PollActivity).store(new Map(ids.map((id, index) => [id, 100 - index])), new Date());
    await block(31, 38);
    await mute(38, 33);
    expect(await trending(39)).toEqual(ids.slice(0, 5));
    expect(await trending(38)).toEqual([ids[1], ids[3], ids[4], ids[5], ids[6]]);
    expect(await trending(31)).toEqual(ids.slice(0, 5));
  });
});

describe('the feed', () => {
  let before: number[];
  beforeAll(async () => {
    await polls.sql('update polls set unlisted = true');
    before = [];
    // Of forty polls every fourth is by 40, the others by 41 to 43.
    for (let n = 0; n < 40; n += 1) before.unshift((await polls.ask({ userId: 40 + (n % 4) })).id);
    await block(40, 45);
    await mute(46, 40);
  });
  const seen = () => before.filter((_, index) => (39 - index) % 4 !== 0);

  it.each([
    ['blocked', 45],
    ['muting', 46],
  ])('of a %s viewer has full pages without the polls of the other', async (_, viewerId) => {
    await polls.vote(seen()[1]!, viewerId, 2);
    await polls.vote(seen()[9]!, viewerId, 1);
    for (const place of [0, 8, 9]) await rpc().call(pollsRpc.setReminder, { pollId: seen()[place]!, viewerId });
    const [first, other] = await firstPages([viewerId, 47]);
    expect(first!.polls.map(({ id }) => id)).toEqual(seen().slice(0, 10));
    expect([first!.polls[1]!.userVote, first!.polls[9]!.userVote]).toEqual([2, 1]);
    expect(first!.polls.flatMap(({ userReminded }, place) => (userReminded ? [place] : []))).toEqual([0, 8]);
    expect(other!.polls.filter(({ userReminded }) => userReminded)).toEqual([]);
    expect(other!.polls.map(({ id }) => id)).toEqual(before.slice(0, 10));
    const rest = await polls.readOn((cursor) => polls.list('feed', { viewerId, cursor: cursor ?? first!.nextCursor! }));
    expect(rest).toEqual(seen().slice(10));
    expect((await polls.list('feed', { viewerId, page: 2 })).polls.map(({ id }) => id)).toEqual(seen().slice(10, 20));
  });

  it('keeps the polls of a muted author reachable', async () => {
    expect(authors(await polls.byAuthor(40, { viewerId: 46 }))).toHaveLength(10);
    expect(await polls.get(before.at(-1)!, 46)).toMatchObject({ userId: 40 });
    await feed.publishTwice(userUnmuted, { muterId: 46, mutedId: 40, version: (version += 1) });
    await drained();
    expect((await firstPages([46]))[0]!.polls.map(({ id }) => id)).toEqual(before.slice(0, 10));
  });

  it('shares its first page with those from whom nothing on it is hidden', async () => {
    await block(50, 51);
    const reply = await rpc().call(pollsRpc.firstPage, { viewerIds: [50, 51, 47] });
    expect(reply).not.toHaveProperty('own');
    expect(reply.polls).toHaveLength(10);
  });

  it('leaves out polls with muted words, but one’s own, and fills its pages up', async () => {
    for (let n = 0; n < 12; n += 1) await polls.ask({ userId: 41, question: 'Is this a Spoiler?' });
    await polls.ask({ userId: 41, options: ['No SPOILER!', 'Tea'] });
    const own = await polls.ask({ userId: 48, question: 'Spoiler alert?' });
    const near = await polls.ask({ userId: 41, question: 'Spoilers?' });
    await muteWords(48, ['spoiler']);
    const expected = [near.id, own.id, ...before];
    const [first] = await firstPages([48]);
    expect(first!.polls.map(({ id }) => id)).toEqual(expected.slice(0, 10));
    const rest = await polls.readOn((cursor) =>
      polls.list('feed', { viewerId: 48, cursor: cursor ?? first!.nextCursor! }),
    );
    expect(rest).toEqual(expected.slice(10));
    // Pages in the middle of what is hidden.
    const newest = await polls.list('feed', { viewerId: 48, page: 2 });
    expect(newest.polls.map(({ id }) => id)).toEqual(before.slice(0, 5));
    await muteWords(48, []);
    expect((await firstPages([48]))[0]!.polls[2]!.question).toBe('Tea or coffee?');
    expect((await firstPages([48]))[0]!.polls[3]!.question).toBe('Is this a Spoiler?');
  });

  it('leaves out comments with muted words, but one’s own, and fills the page up', async () => {
    const { id } = await polls.ask({ userId: 49 });
    for (let n = 0; n < 3; n += 1) await comment(id, 50 + n, `Plain ${n}`);
    await polls.sql(
      `insert into comments (poll_id, user_id, content) select $1, 53, 'The butler, a SPOILER.' from generate_series(1, 40)`,
      [id],
    );
    const own = await comment(id, 54, 'My spoiler.');
    await muteWords(54, ['spoiler', 'butler']);
    expect((await comments(id, 54)).map(({ content }) => content)).toEqual([
      own.content,
      'Plain 2',
      'Plain 1',
      'Plain 0',
    ]);
    expect(await comments(id, 50)).toHaveLength(30);
  });
});

describe('recommendations', () => {
  it('never hold the polls of somebody whom the viewer does not see', async () => {
    const recommending = await Polls.start({ env: { FEED_CACHE_MS: '0', RECOMMENDATIONS_MS: '60000' } });
    const events = await EventFeed.connect(recommending.stack);
    try {
      const [loved] = [await recommending.ask({ userId: 2 })];
      await recommending.seedCrowd(12);
      await recommending.part(PollActivity).store(new Map([[loved!.id, 100]]), new Date());
      await recommending.part(PollActivity).mark(new Date());
      const recommended = async (viewerId: number) =>
        (await recommending.stack.rpc.call(pollsRpc.firstPage, { viewerIds: [viewerId] })).recommended?.[0]?.polls
          .length ?? 0;
      await eventually(async () => expect(await recommended(9)).toBe(1));
      // Chosen before the block, and kept for a minute.
      await events.publishTwice(userBlocked, { blockerId: 2, blockedId: 9, version: 1 });
      await events.drained('social-events', 7);
      expect(await recommended(9)).toBe(0);
      expect(await recommended(8)).toBe(1);
      recommending.part(Recommendations).forget(9);
      expect(await recommended(9)).toBe(0);
    } finally {
      await events.close();
      await recommending.stack.stop();
    }
  });
});
