import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  LikeState,
  SaveState,
  personalDataRpc,
  pollLiked,
  pollUnliked,
  pollsRpc,
  type EventData,
} from '@inkling/contracts';
import { inWaves, outcome } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';
import { ReminderRetention } from '../reminders/reminder-retention.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start();
});
afterAll(() => polls.stack.stop());

const act = (
  name: 'like' | 'unlike' | 'save' | 'unsave' | 'setReminder' | 'removeReminder',
  pollId: number,
  viewerId: number,
) => polls.stack.rpc.call(pollsRpc[name], { pollId, viewerId });

describe('likes', () => {
  it('count once, however often they are given or removed', async () => {
    const { id } = await polls.ask();
    for (const likesCount of [1, 1])
      expect(LikeState.parse(await act('like', id, 7))).toEqual({ pollId: id, userLiked: true, likesCount });
    expect((await polls.get(id, 7)).userLiked).toBe(true);
    for (const likesCount of [0, 0])
      expect(LikeState.parse(await act('unlike', id, 7))).toEqual({ pollId: id, userLiked: false, likesCount });
    const mine = (events: { pollId: number }[]) => events.filter((event) => event.pollId === id);
    expect(mine(await polls.events(pollLiked.type))).toEqual([{ pollId: id, authorId: 1, userId: 7, likesCount: 1 }]);
    expect(mine(await polls.events(pollUnliked.type))).toEqual([{ pollId: id, authorId: 1, userId: 7, likesCount: 0 }]);
  });

  it('are counted exactly under many concurrent likes and unlikes', async () => {
    const { id, version } = await polls.ask();
    await inWaves(600, (n) =>
      act(n % 2 === 0 ? 'like' : 'unlike', id, 1 + (n % 15)).then((state) => LikeState.parse(state)),
    );
    const { likesCount, likeRows } = await polls.count(id);
    expect(likesCount).toBe(likeRows);
    const changes = [
      ...(await polls.events<EventData<typeof pollLiked>>(pollLiked.type)),
      ...(await polls.events<EventData<typeof pollLiked>>(pollUnliked.type)),
    ].filter((event) => event.pollId === id);
    expect((await polls.get(id, 1)).version).toBe(version + changes.length);
    await Promise.all(Array.from({ length: 15 }, (_, user) => act('like', id, user + 1)));
    expect(await polls.count(id)).toMatchObject({ likesCount: 15, likeRows: 15 });
  });

  it('are refused for an unknown poll', async () => {
    expect(await outcome(act('like', 999_999, 1))).toBe('poll-not-found');
    expect(await outcome(act('unlike', 999_999, 1))).toBe('poll-not-found');
  });
});

describe('saves', () => {
  it('are stored once and shown only to their user, newest first', async () => {
    const [first, second] = [await polls.ask(), await polls.ask()];
    for (const id of [first.id, second.id, first.id])
      expect(SaveState.parse(await act('save', id, 8))).toEqual({ pollId: id, userSaved: true });
    expect((await polls.list('saved', { viewerId: 8 })).polls.map((poll) => [poll.id, poll.userSaved])).toEqual([
      [second.id, true],
      [first.id, true],
    ]);
    expect((await polls.list('saved', { viewerId: 9 })).polls).toEqual([]);
    for (let n = 0; n < 2; n += 1)
      expect(await act('unsave', second.id, 8)).toEqual({ pollId: second.id, userSaved: false });
    expect((await polls.list('saved', { viewerId: 8 })).polls.map((poll) => poll.id)).toEqual([first.id]);
  });

  it('are refused for an unknown poll', async () => {
    expect(await outcome(act('save', 999_999, 1))).toBe('poll-not-found');
    expect(await outcome(act('unsave', 999_999, 1))).toBe('poll-not-found');
  });
});

describe('reminders', () => {
  const stored = (pollId: number) => polls.sql('select user_id from reminders where poll_id = $1', [pollId]);
  const asks = async (pollId: number, viewerId: number) => (await polls.get(pollId, viewerId)).userReminded;

  it('are stored once, also by parallel calls, and shown only to their user', async () => {
    const { id } = await polls.ask();
    await Promise.all(Array.from({ length: 8 }, () => act('setReminder', id, 8)));
    expect(await stored(id)).toHaveLength(1);
    expect([await asks(id, 8), await asks(id, 9)]).toEqual([true, false]);
    for (const [viewerId, userReminded] of [
      [8, true],
      [9, false],
    ] as const) {
      const lists = [await polls.list('feed', { viewerId }), await polls.byAuthor(1, { viewerId })];
      for (const list of lists) expect(list.polls.find((poll) => poll.id === id)).toMatchObject({ userReminded });
    }
    const reply = await polls.stack.rpc.call(pollsRpc.firstPage, { viewerIds: [9, 8] });
    expect(reply.reminded).toEqual([[], [0]]);
    expect(reply.viewers[1]).toContainEqual([0, null, false, false]);
    await Promise.all(Array.from({ length: 8 }, () => act('removeReminder', id, 8)));
    expect([await stored(id), await asks(id, 8)]).toEqual([[], false]);
    expect(await polls.stack.rpc.call(pollsRpc.firstPage, { viewerIds: [8] })).not.toHaveProperty('reminded');
  });

  it('show until the vote, after which the voter is told anyway, and beside an abstention', async () => {
    const { id } = await polls.ask();
    for (const viewerId of [8, 9]) await act('setReminder', id, viewerId);
    await polls.vote(id, 8, 1);
    await polls.stack.rpc.call(pollsRpc.abstain, { pollId: id, userId: 9 });
    expect([await asks(id, 8), await asks(id, 9)]).toEqual([false, true]);
  });

  it('are refused for an unknown poll, and for one that has ended, where they can be taken back', async () => {
    expect(await outcome(act('setReminder', 999_999, 1))).toBe('poll-not-found');
    expect(await outcome(act('removeReminder', 999_999, 1))).toBe('poll-not-found');
    const { id } = await polls.ask();
    await act('setReminder', id, 8);
    await polls.end(id);
    for (const viewerId of [8, 9]) expect(await outcome(act('setReminder', id, viewerId))).toBe('poll-ended');
    await act('removeReminder', id, 8);
    expect(await stored(id)).toEqual([]);
  });

  it('are in the personal data of their user alone', async () => {
    const poll = await polls.ask();
    await act('setReminder', poll.id, 81);
    const of = (userId: number) =>
      polls.stack.rpc.call(personalDataRpc.polls, { userId, collection: 'reminders' }).then(({ entries }) => entries);
    expect(await of(81)).toEqual([
      { pollId: poll.id, question: poll.question, author: 'author1', at: expect.any(String) },
    ]);
    expect(await of(82)).toEqual([]);
  });

  it('go a month after the end was announced', async () => {
    const [open, fresh, old, due] = [await polls.ask(), await polls.ask(), await polls.ask(), await polls.ask()];
    for (const { id } of [open, fresh, old, due]) await act('setReminder', id, 83);
    for (const { id } of [fresh, old, due]) await polls.end(id);
    for (const { id } of [old, due])
      await polls.sql(`update polls set end_date = now() - interval '31 days' where id = $1`, [id]);
    await polls.sql('insert into due_ends select id, end_date from polls where id = $1', [due.id]);
    await polls.part(ReminderRetention).sweep();
    const left = await polls.sql<{ id: number }>('select poll_id::int as id from reminders where user_id = 83');
    expect(left.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([open.id, fresh.id, due.id]);
    await polls.sql('delete from due_ends where poll_id = $1', [due.id]);
  });
});
