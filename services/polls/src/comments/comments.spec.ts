import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  Comment,
  LiveComment,
  LiveTally,
  commentAdded,
  commentDeleted,
  commentsSubject,
  pollsRpc,
  tallySubject,
  type EventData,
} from '@inkling/contracts';
import { Database, type ApiError } from '@inkling/platform';
import { eventually, inWaves, outcome, tally } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';
import { PollActivity } from '../trending/poll-activity.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start({ env: { COMMENTS_PER_MINUTE: '25' } });
  for (let user = 1; user <= 60; user += 1) await polls.author(user);
});
afterAll(() => polls.stack.stop());

const list = (pollId: number, cursor?: string) =>
  polls.stack.rpc.call(pollsRpc.comments, { pollId, ...(cursor ? { cursor } : {}) });
const add = async (pollId: number, userId: number, content = 'Well said.'): Promise<Comment> =>
  Comment.parse(await polls.stack.rpc.call(pollsRpc.addComment, { pollId, userId, content }));
const remove = (commentId: number, userId: number) =>
  polls.stack.rpc.call(pollsRpc.deleteComment, { commentId, userId });
const counted = async (pollId: number) =>
  (
    await polls.sql<{ counter: number; rows: number }>(
      `select c.comments_count as counter,
         (select count(*)::int from comments m where m.poll_id = c.poll_id) as rows
       from poll_counters c where c.poll_id = $1`,
      [pollId],
    )
  )[0]!;
const mine = <T extends { pollId: number }>(events: T[], pollId: number) =>
  events.filter((event) => event.pollId === pollId);

/** Live messages about a poll's comments and counts. */
function watch(pollId: number) {
  const comments: LiveComment[] = [];
  const tallies: LiveTally[] = [];
  const json = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());
  const stops = [
    polls.stack.bus.subscribe(commentsSubject(pollId), (bytes) => comments.push(LiveComment.parse(json(bytes)))),
    polls.stack.bus.subscribe(tallySubject(pollId), (bytes) => tallies.push(LiveTally.parse(json(bytes)))),
  ];
  return { comments, tallies, stop: () => stops.forEach((stop) => stop()) };
}

describe('a comment', () => {
  it('is returned, listed, counted, published as an event and shown live', async () => {
    const poll = await polls.ask({ userId: 2 });
    const live = watch(poll.id);
    const comment = await add(poll.id, 3, '  Two lines,\r\nwith "quotes", \\ and <b>🎈</b> ');
    expect(comment).toMatchObject({
      pollId: poll.id,
      userId: 3,
      content: 'Two lines,\nwith "quotes", \\ and <b>🎈</b>',
      user: { id: 3, name: 'Author 3', username: 'author3', profilePicture: null },
    });
    expect(await list(poll.id)).toEqual({ comments: [comment], nextCursor: null });
    const now = await polls.get(poll.id, 3);
    expect(now).toMatchObject({ commentsCount: 1, version: poll.version + 1 });
    expect(mine(await polls.events<EventData<typeof commentAdded>>(commentAdded.type), poll.id)).toEqual([
      {
        commentId: comment.id,
        pollId: poll.id,
        authorId: 2,
        userId: 3,
        content: comment.content,
        createdAt: comment.createdAt,
        commentsCount: 1,
      },
    ]);
    await eventually(() => live.comments.length === 1 && live.tallies.length === 1);
    expect(live.comments).toEqual([{ action: 'added', pollId: poll.id, comment }]);
    expect(live.tallies[0]).toMatchObject({ pollId: poll.id, cause: 'update', commentsCount: 1, version: now.version });
    live.stop();
  });

  it('carries the users it mentions, looked up in one statement; an unknown name stays text', async () => {
    const poll = await polls.ask({ userId: 2 });
    const live = watch(poll.id);
    const comment = await add(
      poll.id,
      3,
      'Ask @author4, @AUTHOR5 or (@author6.): not @nobody, a@author7, @author8@example.org',
    );
    const mentions = [
      { username: 'author4', id: 4 },
      { username: 'AUTHOR5', id: 5 },
      { username: 'author6', id: 6 },
    ];
    expect(comment.mentions).toEqual(mentions);
    await add(poll.id, 4, 'Nobody is named @here.');
    await add(poll.id, 5, '@author4 again');
    const queries = jest.spyOn(polls.part(Database).pool, 'query');
    const { comments } = await list(poll.id);
    expect(comments.map((each) => each.mentions)).toEqual([[mentions[0]], undefined, mentions]);
    expect(queries.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('unnest'))).toHaveLength(1);
    queries.mockRestore();
    await eventually(() => live.comments.length === 3);
    expect(live.comments[0]).toEqual({ action: 'added', pollId: poll.id, comment });
    live.stop();
    // A mention resolves by the present username.
    await polls.sql(`update authors set username = 'renamed' where user_id = 4`);
    expect((await list(poll.id)).comments[0]!.mentions).toBeUndefined();
    await polls.sql(`update authors set username = 'author4' where user_id = 4`);
  });

  it.each([
    ['no text', ''],
    ['only spaces', ' \n\t '],
    ['only an invisible character', '\u200b'],
    ['more than 1,000 characters', 'x'.repeat(1_001)],
    ['a control character', 'a\u0000b'],
  ])('with %s is refused', async (_, content) => {
    const { id } = await polls.ask();
    expect(await outcome(add(id, 4, content))).toBe('invalid-request');
    expect((await counted(id)).rows).toBe(0);
  });

  it('may have 1,000 characters', async () => {
    const { id } = await polls.ask();
    expect((await add(id, 4, ` ${'x'.repeat(1_000)} `)).content).toHaveLength(1_000);
  });

  it('counts as activity until it is deleted', async () => {
    const { id } = await polls.ask();
    const score = async () => {
      await polls.part(PollActivity).flush();
      return (
        (await polls.sql<{ score: number }>('select score from poll_activity where poll_id = $1', [id]))[0]?.score ??
        -Infinity
      );
    };
    const { id: commentId } = await add(id, 5);
    const after = await score();
    expect(after).toBeGreaterThan(0);
    await remove(commentId, 5);
    expect(await score()).toBeLessThan(after - 10);
  });
});

describe('deleting a comment', () => {
  it('happens once, for its author or that of its poll', async () => {
    const poll = await polls.ask({ userId: 2 });
    const [first, second] = [await add(poll.id, 6), await add(poll.id, 7)];
    for (const userId of [3, 7]) expect(await outcome(remove(first.id, userId))).toBe('forbidden');
    expect(await outcome(remove(987_654_321, 6))).toBe('comment-not-found');
    const live = watch(poll.id);
    expect(await tally(Array.from({ length: 8 }, () => remove(first.id, 6)))).toEqual({
      ok: 1,
      'comment-not-found': 7,
    });
    expect((await list(poll.id)).comments).toEqual([second]);
    expect(await counted(poll.id)).toEqual({ counter: 1, rows: 1 });
    expect(mine(await polls.events<EventData<typeof commentDeleted>>(commentDeleted.type), poll.id)).toEqual([
      { commentId: first.id, pollId: poll.id, authorId: 2, userId: 6, commentsCount: 1 },
    ]);
    // Messages about the two added comments may arrive first.
    await eventually(
      () => live.comments.some(({ action }) => action === 'deleted') && live.tallies.at(-1)?.commentsCount === 1,
    );
    expect(live.comments.filter(({ action }) => action === 'deleted')).toEqual([
      { action: 'deleted', pollId: poll.id, commentId: first.id },
    ]);
    live.stop();
  });
});

describe('comments of a poll', () => {
  it('come newest first, thirty at a time, each once while others are added and deleted', async () => {
    const { id } = await polls.ask();
    const ids: number[] = [];
    for (let n = 0; n < 70; n += 1) ids.push((await add(id, 8 + (n % 7), `Number ${n}`)).id);
    const first = await list(id);
    expect(first.comments.map((comment) => comment.id)).toEqual(ids.toReversed().slice(0, 30));
    await add(id, 20, 'Later');
    const gone = ids[20]!;
    await remove(gone, 8 + (20 % 7));
    const second = await list(id, first.nextCursor!);
    const third = await list(id, second.nextCursor!);
    expect([...second.comments, ...third.comments].map((comment) => comment.id)).toEqual(
      ids
        .toReversed()
        .slice(30)
        .filter((one) => one !== gone),
    );
    expect(third.nextCursor).toBeNull();
  });

  it('end exactly at a full page', async () => {
    const { id } = await polls.ask();
    await polls.sql(
      `insert into comments (poll_id, user_id, content) select $1, 1, 'Number ' || g from generate_series(1, 30) g`,
      [id],
    );
    const { comments, nextCursor } = await list(id);
    expect([comments.length, nextCursor]).toEqual([30, null]);
  });

  it('are counted exactly under many concurrent changes', async () => {
    const poll = await polls.ask();
    const added = await inWaves(200, (n) => add(poll.id, 21 + (n % 20)));
    await Promise.all(added.filter((_, n) => n % 3 === 0).map((comment) => remove(comment.id, comment.userId)));
    const left = 200 - Math.ceil(200 / 3);
    expect(await counted(poll.id)).toEqual({ counter: left, rows: left });
    expect((await polls.get(poll.id, 1)).version).toBe(poll.version + 200 + (200 - left));
    const counts = mine(await polls.events<EventData<typeof commentAdded>>(commentAdded.type), poll.id);
    expect(new Set(counts.map((event) => event.commentId)).size).toBe(200);
  });

  it('cannot be read, added or deleted on a deleted or unknown poll', async () => {
    const { id } = await polls.ask();
    const comment = await add(id, 41);
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 1 });
    for (const pollId of [id, 987_654]) {
      expect(await outcome(list(pollId))).toBe('poll-not-found');
      expect(await outcome(add(pollId, 41))).toBe('poll-not-found');
    }
    for (const userId of [41, 42]) expect(await outcome(remove(comment.id, userId))).toBe('comment-not-found');
    await eventually(async () => (await polls.sql('select 1 from comments where poll_id = $1', [id])).length === 0);
  });

  it('leave no rows behind when the poll is deleted meanwhile', async () => {
    const { id } = await polls.ask({ userId: 50 });
    const adding = Promise.all(Array.from({ length: 60 }, (_, n) => outcome(add(id, 43 + (n % 7)))));
    const deleting = eventually(
      async () => (await polls.sql('select 1 from comments where poll_id = $1 limit 1', [id])).length > 0,
      { intervalMs: 1 },
    ).then(() => polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 50 }));
    const [outcomes] = await Promise.all([adding, deleting]);
    expect(outcomes.every((outcome) => outcome === 'ok' || outcome === 'poll-not-found')).toBe(true);
    await eventually(async () => (await polls.sql('select 1 from polls where id = $1', [id])).length === 0);
    expect(await polls.sql('select 1 from comments where poll_id = $1', [id])).toEqual([]);
  });

  it('refuse a cursor that no list of comments gave out', async () => {
    const { id } = await polls.ask();
    expect(await outcome(list(id, 'nonsense'))).toBe('invalid-request');
  });
});

describe('one user', () => {
  it('may write a limited number of comments a minute, and learns how long to wait', async () => {
    const { id } = await polls.ask();
    expect(await tally(Array.from({ length: 30 }, () => add(id, 59)))).toEqual({ ok: 25, 'too-many-requests': 5 });
    const error = await add(id, 59).catch((refused: unknown) => refused as ApiError);
    expect((error as ApiError).body()).toMatchObject({ code: 'too-many-requests', retryAfter: expect.any(Number) });
    expect(await outcome(add(id, 60))).toBe('ok');
    expect(await counted(id)).toEqual({ counter: 26, rows: 26 });
  });
});

describe('the author of a poll', () => {
  const switchTo = (pollId: number, userId: number, off: boolean) =>
    polls.stack.rpc.call(pollsRpc.switchComments, { pollId, userId, off });

  it('deletes comments of others under it, and nobody else does', async () => {
    const { id: pollId } = await polls.ask({ userId: 1 });
    await polls.author(2);
    const said = await polls.stack.rpc.call(pollsRpc.addComment, { pollId, userId: 2, content: 'Tea.' });
    const remove = (userId: number) =>
      outcome(polls.stack.rpc.call(pollsRpc.deleteComment, { commentId: said.id, userId }));
    expect(await remove(3)).toBe('forbidden');
    expect(await remove(1)).toBe('ok');
    expect(await remove(1)).toBe('comment-not-found');
    expect(await polls.get(pollId, 1)).toMatchObject({ commentsCount: 0 });
  });

  it('switches comments off for everyone, and on again', async () => {
    const { id: pollId } = await polls.ask({ userId: 1 });
    await polls.author(2);
    const add = (userId: number) =>
      outcome(polls.stack.rpc.call(pollsRpc.addComment, { pollId, userId, content: 'Tea.' }));
    expect(await add(2)).toBe('ok');
    expect(await outcome(switchTo(pollId, 2, true))).toBe('forbidden');
    expect(await outcome(switchTo(987_654_321, 1, true))).toBe('poll-not-found');
    for (let n = 0; n < 2; n += 1) expect(await switchTo(pollId, 1, true)).toEqual({ pollId, commentsOff: true });
    expect([await add(2), await add(1)]).toEqual(['comments-off', 'comments-off']);
    expect(await polls.get(pollId, 2)).toMatchObject({ commentsOff: true, commentsCount: 1 });
    await switchTo(pollId, 1, false);
    expect(await polls.get(pollId, 2)).not.toHaveProperty('commentsOff');
    expect(await add(2)).toBe('ok');
  });
});
