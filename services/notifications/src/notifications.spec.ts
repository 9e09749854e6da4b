import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollDeleted, pollLiked, profileUpdated, votesCounted } from '@inkling/contracts';
import { EventFeed, startStack, type Stack } from '@inkling/testing';
import { service } from './index.js';

let stack: Stack;
let feed: EventFeed;
beforeAll(async () => {
  stack = await startStack({ services: [service] });
  feed = await EventFeed.connect(stack);
});
afterAll(async () => {
  await feed.close();
  await stack.stop();
});

const publishTwice: EventFeed['publishTwice'] = (contract, data) => feed.publishTwice(contract, data);
const drained = (stream: string) => feed.drained(stream, stream === 'auth-events' ? 1 : 3);

const counted = (pollId: number, count: number, votesCount: number) => ({ pollId, authorId: 1, count, votesCount, version: votesCount });
const liked = (pollId: number, userId: number) => ({ pollId, authorId: 1, userId, likesCount: 1 });
const activity = (...ids: number[]) =>
  stack.sql('notifications', 'select poll_id::int, votes::int, deleted from poll_activity where poll_id = any($1) order by poll_id', [ids]);
const likes = (pollId: number) => stack.sql('notifications', 'select actor_id::int from poll_likes_seen where poll_id = $1 order by actor_id', [pollId]);

describe('votes', () => {
  it('are added up exactly once, however many batches come at once and however often', async () => {
    const batches = Array.from({ length: 60 }, (_, index) => ({ polls: index % 2 ? [counted(1, 3, 3), counted(2, 1, 1)] : [counted(2, 1, 1), counted(1, 3, 3)] }));
    await Promise.all(batches.map((batch) => publishTwice(votesCounted, batch)));
    await drained('polls-events');
    expect(await activity(1, 2)).toEqual([{ poll_id: 1, votes: 180, deleted: false }, { poll_id: 2, votes: 60, deleted: false }]);
    expect(await stack.sql('notifications', 'select 1 from dead_letters')).toEqual([]);
  });

  it('of a poll that one event names twice are all counted', async () => {
    await publishTwice(votesCounted, { polls: [counted(5, 2, 2), counted(5, 3, 5)] });
    await drained('polls-events');
    expect(await activity(5)).toEqual([{ poll_id: 5, votes: 5, deleted: false }]);
  });
});

describe('likes', () => {
  it('leave one row per actor and poll, however often the like is toggled', async () => {
    for (const userId of [21, 22, 21, 21]) await publishTwice(pollLiked, liked(6, userId));
    await drained('polls-events');
    expect(await likes(6)).toEqual([{ actor_id: 21 }, { actor_id: 22 }]);
  });
});

describe('a deleted poll', () => {
  it('loses its rows, and late events do not bring them back', async () => {
    await publishTwice(votesCounted, { polls: [counted(7, 4, 4)] });
    await publishTwice(pollLiked, liked(7, 21));
    await drained('polls-events');
    expect(await activity(7)).toEqual([{ poll_id: 7, votes: 4, deleted: false }]);
    await publishTwice(pollDeleted, { pollId: 7, authorId: 1 });
    await publishTwice(pollDeleted, { pollId: 8, authorId: 1 });
    await drained('polls-events');
    await publishTwice(votesCounted, { polls: [counted(7, 1, 5), counted(8, 1, 1)] });
    await publishTwice(pollLiked, liked(7, 22));
    await publishTwice(pollLiked, liked(8, 22));
    await drained('polls-events');
    expect(await activity(7, 8)).toEqual([{ poll_id: 7, votes: 0, deleted: true }, { poll_id: 8, votes: 0, deleted: true }]);
    expect([...(await likes(7)), ...(await likes(8))]).toEqual([]);
  });

  it('stays without likes also when they arrive at the same moment', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => 100 + index);
    await Promise.all(ids.flatMap((id) => [publishTwice(pollLiked, liked(id, 21)), publishTwice(pollDeleted, { pollId: id, authorId: 1 }), publishTwice(pollLiked, liked(id, 22))]));
    await drained('polls-events');
    expect(await activity(...ids)).toEqual(ids.map((id) => ({ poll_id: id, votes: 0, deleted: true })));
    expect(await stack.sql('notifications', 'select 1 from poll_likes_seen where poll_id >= 100')).toEqual([]);
  });
});

describe('profiles', () => {
  it('keep the newest version', async () => {
    const profile = { userId: 7, name: 'Ada', username: 'ada', profilePicture: null, hasCompletedProfile: true };
    await publishTwice(profileUpdated, { ...profile, name: 'Newest', version: 3 });
    await publishTwice(profileUpdated, { ...profile, version: 2 });
    await drained('auth-events');
    expect(await stack.sql('notifications', 'select user_id::int, name, version from profiles')).toEqual([{ user_id: 7, name: 'Newest', version: 3 }]);
  });
});
