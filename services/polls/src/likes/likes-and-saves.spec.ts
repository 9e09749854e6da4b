import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LikeState, SaveState, pollLiked, pollUnliked, pollsRpc, type EventData } from '@inkling/contracts';
import { inWaves, outcome } from '@inkling/testing';
import { Polls } from '../polls.spec-support.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start();
});
afterAll(() => polls.stack.stop());

const act = (name: 'like' | 'unlike' | 'save' | 'unsave', pollId: number, viewerId: number) =>
  polls.stack.rpc.call(pollsRpc[name], { pollId, viewerId });

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
