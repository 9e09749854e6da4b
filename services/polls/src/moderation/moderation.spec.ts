import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  LiveTally,
  POLL_MODERATED_SUBJECT,
  PollModerated,
  adminRpc,
  commentsSubject,
  objectModerated,
  pollsRpc,
  tallySubject,
  type EventData,
} from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { EventFeed, eventually, outcome } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';
import { CommentModeration } from './comment-moderation.js';
import { PollModeration } from './poll-moderation.js';

let polls: Polls;
let feed: EventFeed;
let version = 0;
beforeAll(async () => {
  polls = await Polls.start({ env: { FEED_CACHE_MS: '0', RECOMMENDATIONS_MS: '0' } });
  feed = await EventFeed.connect(polls.stack);
  for (let user = 1; user <= 9; user += 1) await polls.author(user);
});
afterAll(async () => {
  await feed.close();
  await polls.stack.stop();
});

type Decision = Partial<EventData<typeof objectModerated>>;

const full = (objectId: number, decision: Decision): EventData<typeof objectModerated> => ({
  kind: 'poll',
  objectId,
  authorId: 1,
  pollId: null,
  state: 'shown',
  sensitive: null,
  actId: decision.state === 'hidden' ? 31 : null,
  version: (version += 1),
  ...decision,
});
async function decide(objectId: number, decision: Decision): Promise<void> {
  await feed.publishTwice(objectModerated, full(objectId, decision));
  await feed.drained('community-events', 3);
}
/** Without the event, which would wait for those before it. */
const moderate = (objectId: number, decision: Decision): Promise<void> =>
  (decision.kind === 'comment' ? polls.part(CommentModeration) : polls.part(PollModeration)).apply(
    full(objectId, decision),
  );
/** How many statements of polls wait for a lock. */
const waiting = async (): Promise<number> =>
  (
    await polls.sql(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name = 'inkling-polls' and wait_event_type = 'Lock'`,
    )
  ).length;
const json = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
/** The person's account is deleted, and no purge has got to the rows yet. */
const purged = (userId: number) =>
  polls.sql(`insert into purged_users (user_id, settled_at, due_at) values ($1, 'infinity', 'infinity')`, [userId]);
const rpc = () => polls.stack.rpc;
const comment = (pollId: number, userId: number, content = 'Well said.') =>
  rpc().call(pollsRpc.addComment, { pollId, userId, content });
const comments = async (pollId: number, viewerId?: number) =>
  (await rpc().call(pollsRpc.comments, { pollId, viewerId })).comments;
const recount = () => rpc().call(adminRpc.recountPolls, {});

/** What each path says to a viewer about a poll: an error, or whether the poll is there. */
async function paths(pollId: number, viewerId: number): Promise<Record<string, string>> {
  const asked = { pollId, viewerId };
  const has = async (list: Promise<{ polls: { id: number }[] }>) =>
    (await list).polls.some(({ id }) => id === pollId) ? 'there' : 'absent';
  const call = (work: Promise<unknown>) => outcome(work);
  return {
    get: await call(rpc().call(pollsRpc.get, asked)),
    preview: await call(rpc().call(pollsRpc.preview, { pollId })),
    comments: await call(rpc().call(pollsRpc.comments, asked)),
    like: await call(rpc().call(pollsRpc.like, asked)),
    save: await call(rpc().call(pollsRpc.save, asked)),
    comment: await call(comment(pollId, viewerId)),
    remove: await call(rpc().call(pollsRpc.remove, { pollId, userId: viewerId })),
    vote: (await polls.vote(pollId, viewerId, 0)).outcome,
    watch: String((await rpc().call(pollsRpc.watch, { viewerId, pollIds: [pollId] })).length),
    feed: await has(polls.list('feed', { viewerId })),
    firstPage: (await rpc().call(pollsRpc.firstPage, { viewerIds: [viewerId] })).polls.some(({ hidden }) =>
      hidden.startsWith(`{"id":${pollId},`),
    )
      ? 'there'
      : 'absent',
    page: await has(polls.list('feed', { viewerId, page: 1 })),
    profile: await has(polls.byAuthor(1, { viewerId })),
    voted: await has(polls.list('voted', { viewerId })),
    saved: await has(polls.list('saved', { viewerId })),
    trending: (await rpc().call(pollsRpc.trending, { viewerId })).some(({ id }) => id === pollId) ? 'there' : 'absent',
    export: await has(
      rpc()
        .call(pollsRpc.export, { after: pollId - 1, limit: 1 })
        .then(idsOf),
    ),
    voters: String((await rpc().call(pollsRpc.endRecipients, { pollId, after: 0, limit: 9 })).userIds.length),
  };
}
const idsOf = (reply: { polls: { pollId: number }[] }) => ({ polls: reply.polls.map(({ pollId: id }) => ({ id })) });

describe('a hidden poll', () => {
  it('is unknown to everyone but its author on every path, as an unknown id', async () => {
    const { id } = await polls.ask();
    await polls.sql('update polls set media = $2 where id = $1', [id, '/uploads/a.webp']);
    await polls.vote(id, 2, 1);
    await rpc().call(pollsRpc.save, { pollId: id, viewerId: 2 });
    await decide(id, { state: 'hidden', actId: 31 });
    const unknown = await paths(999_999, 2);
    expect(await paths(id, 2)).toEqual(unknown);
    expect(await polls.get(id, 1)).toMatchObject({ id, hidden: { actId: 31 }, votesCount: 1 });
    expect((await polls.byAuthor(1, { viewerId: 1 })).polls[0]).toMatchObject({ id, hidden: { actId: 31 } });
    expect(await comments(id, 1)).toEqual([]);
    expect((await polls.vote(id, 1, 0)).outcome).toBe('poll-not-found');
    expect((await rpc().call(pollsRpc.usedMedia, { paths: ['/uploads/a.webp'] })).paths).toEqual(['/uploads/a.webp']);
  });

  it('comes back with its votes, likes, comments and end, and the counts agree', async () => {
    const { id } = await polls.ask({ endDate: new Date(Date.now() + 9 * 86_400_000).toISOString() });
    for (const user of [2, 3]) await polls.vote(id, user, 1);
    await rpc().call(pollsRpc.like, { pollId: id, viewerId: 2 });
    await comment(id, 2);
    const before = await polls.get(id, 2);
    const authored = () => rpc().call(pollsRpc.countByAuthor, { userId: 1 });
    const { pollsCount } = await authored();
    await decide(id, { state: 'hidden' });
    expect(await authored()).toMatchObject({ pollsCount: pollsCount - 1 });
    expect(await recount()).toMatchObject({ corrected: 0 });
    await decide(id, { state: 'deleted' });
    expect(await outcome(polls.get(id, 1))).toBe('poll-not-found');
    await decide(id, { state: 'shown' });
    const after = await polls.get(id, 2);
    expect(after).toEqual({ ...before, version: after.version });
    expect(after.version).toBeGreaterThan(before.version);
    expect(await authored()).toMatchObject({ pollsCount });
    expect(await recount()).toMatchObject({ corrected: 0 });
    expect(await polls.sql('select 1 from due_ends where poll_id = $1', [id])).toHaveLength(1);
    expect((await polls.vote(id, 4, 0)).outcome).toBe('recorded');
  });

  it('does not count the like of an account whose deletion is under way when it comes back', async () => {
    const { id } = await polls.ask();
    await rpc().call(pollsRpc.like, { pollId: id, viewerId: 6 });
    await decide(id, { state: 'hidden' });
    const request = { userId: 6, polls: 'delete', startedAt: '', settledAt: '' };
    const deleted = async () =>
      (await polls.sql('select 1 from purged_users where user_id = 6 and confirmed_at is not null')).length === 1;
    let back: Promise<void> | undefined;
    await polls.part(Database).transaction(async (tx) => {
      await tx.query({ text: 'select 1 from likes where poll_id = $1 for update', values: [id] });
      await polls.sql('insert into purged_users (user_id, request, settled_at) values (6, $1::jsonb, now())', [
        JSON.stringify(request),
      ]);
      await eventually(async () => expect(await waiting()).toBe(1));
      back = moderate(id, { state: 'shown' }).then(() => (back = undefined));
      await eventually(async () => expect(back === undefined || (await waiting()) === 2).toBe(true));
    });
    await back;
    await eventually(async () => expect(await deleted()).toBe(true));
    expect(await polls.count(id)).toMatchObject({ likesCount: 0, likeRows: 0 });
  });

  it('does not count a comment that is hidden at the moment of its return', async () => {
    const { id } = await polls.ask();
    const { id: commentId } = await comment(id, 2);
    await polls.sql('insert into poll_activity (poll_id, score) values ($1, 1)', [id]);
    await decide(id, { state: 'hidden' });
    let back: Promise<void> | undefined;
    let gone: Promise<void> | undefined;
    await polls.part(Database).transaction(async (tx) => {
      // The poll's return has counted its comments when it waits here.
      await tx.query({ text: 'insert into poll_activity (poll_id, score) values ($1, 1)', values: [id] });
      back = moderate(id, { state: 'shown' });
      await eventually(async () => expect(await waiting()).toBe(1));
      gone = moderate(commentId, { kind: 'comment', pollId: id, authorId: 2, state: 'hidden' }).then(
        () => (gone = undefined),
      );
      await eventually(async () => expect(gone === undefined || (await waiting()) === 2).toBe(true));
      await tx.query({ text: 'delete from poll_activity where poll_id = $1', values: [id] });
    });
    await Promise.all([back, gone]);
    expect((await polls.get(id, 3)).commentsCount).toBe(0);
    expect(await recount()).toMatchObject({ corrected: 0 });
  });

  it('keeps the newest decision when an older one arrives late', async () => {
    const { id } = await polls.ask();
    version += 2;
    await decide(id, { state: 'hidden', version });
    await decide(id, { state: 'shown', version: version - 1 });
    expect(await outcome(polls.get(id, 2))).toBe('poll-not-found');
  });

  it('is announced again when the process was killed after the commit', async () => {
    const { id } = await polls.ask();
    await decide(id, { state: 'hidden' });
    const heard: unknown[] = [];
    const stops = [
      polls.stack.bus.subscribe(POLL_MODERATED_SUBJECT, (bytes) => heard.push(PollModerated.parse(json(bytes)))),
      polls.stack.bus.subscribe(tallySubject(id), (bytes) => heard.push(LiveTally.parse(json(bytes)).deleted)),
    ];
    await decide(id, { state: 'hidden', version });
    await eventually(() => expect(heard).toEqual(expect.arrayContaining([{ pollId: id }, true])));
    for (const stop of stops) stop();
  });

  it('is deleted once its author is gone, also by a decision that arrives between two steps of the purge', async () => {
    const { id } = await polls.ask({ userId: 8 });
    await purged(8);
    await decide(id, { state: 'hidden', authorId: 8 });
    expect(
      await polls.sql('select 1 from polls where id = $1 and (deleted_at is null or moderated is not null)', [id]),
    ).toEqual([]);
  });

  it('is deleted for good when its decision is final, or by its author', async () => {
    const [first, second] = [await polls.ask(), await polls.ask()];
    await polls.vote(first.id, 2, 0);
    for (const { id } of [first, second]) await decide(id, { state: 'hidden' });
    await decide(first.id, { state: 'removed' });
    await rpc().call(pollsRpc.remove, { pollId: second.id, userId: 1 });
    for (const { id } of [first, second]) {
      expect(await outcome(polls.get(id, 1))).toBe('poll-not-found');
      await eventually(async () => expect(await polls.sql('select 1 from polls where id = $1', [id])).toEqual([]));
      expect(await polls.sql('select 1 from votes where poll_id = $1', [id])).toEqual([]);
    }
  });
});

describe('a sensitive poll', () => {
  it('says so to everyone, with the words on the slip', async () => {
    const { id } = await polls.ask();
    await decide(id, { sensitive: 'medical' });
    expect(await polls.get(id, 2)).toMatchObject({ sensitive: 'medical' });
    expect(await rpc().call(pollsRpc.preview, { pollId: id })).toMatchObject({ sensitive: 'medical' });
    expect((await polls.list('feed', { viewerId: 2 })).polls[0]).toMatchObject({ id, sensitive: 'medical' });
    await decide(id, {});
    expect((await polls.get(id, 2)).sensitive ?? null).toBeNull();
  });
});

describe('a hidden comment', () => {
  const hide = (commentId: number, pollId: number, state: 'hidden' | 'deleted' | 'shown' | 'removed') =>
    decide(commentId, { kind: 'comment', pollId, authorId: 2, state });

  it('shows to its author alone, is not counted, and comes back in its place', async () => {
    const { id } = await polls.ask();
    const [first, second] = [await comment(id, 2, 'First'), await comment(id, 3, 'Second')];
    await hide(first.id, id, 'hidden');
    expect((await comments(id, 3)).map((each) => each.id)).toEqual([second.id]);
    expect((await comments(id, 1)).map((each) => each.id)).toEqual([second.id]);
    expect(await comments(id, 2)).toMatchObject([{ id: second.id }, { id: first.id, hidden: { actId: 31 } }]);
    expect((await polls.get(id, 3)).commentsCount).toBe(1);
    expect(await recount()).toMatchObject({ corrected: 0 });
    expect(await outcome(rpc().call(pollsRpc.deleteComment, { commentId: first.id, userId: 3 }))).toBe(
      'comment-not-found',
    );
    await hide(first.id, id, 'shown');
    expect((await comments(id, 3)).map((each) => each.content)).toEqual(['Second', 'First']);
    expect((await polls.get(id, 3)).commentsCount).toBe(2);
    expect(await recount()).toMatchObject({ corrected: 0 });
  });

  it('stays gone when its author deletes it, or the decision is final', async () => {
    const { id } = await polls.ask();
    const [first, second] = [await comment(id, 2), await comment(id, 2)];
    await hide(first.id, id, 'hidden');
    await rpc().call(pollsRpc.deleteComment, { commentId: first.id, userId: 2 });
    await hide(first.id, id, 'shown');
    await hide(second.id, id, 'deleted');
    expect(await comments(id, 2)).toEqual([]);
    await hide(second.id, id, 'removed');
    expect(await comments(id, 2)).toEqual([]);
    expect(
      await polls.sql('select 1 from moderated_comments where poll_id = $1 and content is not null', [id]),
    ).toEqual([]);
  });

  it('does not come back once its author is gone', async () => {
    const { id } = await polls.ask();
    const { id: commentId } = await comment(id, 7);
    await hide(commentId, id, 'hidden');
    await purged(7);
    await hide(commentId, id, 'shown');
    expect(await comments(id, 3)).toEqual([]);
    expect(await polls.sql('select 1 from moderated_comments where user_id = 7')).toEqual([]);
  });

  it('leaves open pages also when the process was killed after the commit', async () => {
    const { id } = await polls.ask();
    const { id: commentId } = await comment(id, 2);
    await hide(commentId, id, 'hidden');
    const heard: unknown[] = [];
    const stop = polls.stack.bus.subscribe(commentsSubject(id), (bytes) => heard.push(json(bytes)));
    await decide(commentId, { kind: 'comment', pollId: id, authorId: 2, state: 'hidden', version });
    await eventually(() => expect(heard).toContainEqual({ action: 'deleted', pollId: id, commentId }));
    stop();
  });
});
