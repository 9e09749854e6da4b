import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollCreated, pollDeleted, profileUpdated, votesCounted } from '@inkling/contracts';
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

const poll = (pollId: number) => ({ pollId, authorId: 1, question: `Question ${pollId}?`, options: ['yes', 'no, "never"'], endDate: null, createdAt: '2026-11-21T10:00:00.000Z' });
const counted = (pollId: number, votesCount: number, version: number) => ({ pollId, authorId: 1, count: 1, votesCount, version });
const documents = (...ids: number[]) =>
  stack.sql('search', 'select poll_id::int, question, options, votes_count::int, deleted from poll_documents where poll_id = any($1) order by poll_id', [ids]);

describe('polls', () => {
  it('carry their newest tally, whatever the order and however often it comes', async () => {
    await publishTwice(votesCounted, { polls: [counted(2, 9, 5), counted(1, 2, 2)] });
    await publishTwice(pollCreated, poll(1));
    await publishTwice(pollCreated, poll(2));
    await publishTwice(votesCounted, { polls: [counted(1, 1, 1), counted(2, 8, 4)] });
    await drained('polls-events');
    expect(await documents(1, 2)).toEqual([
      { poll_id: 1, question: 'Question 1?', options: ['yes', 'no, "never"'], votes_count: 2, deleted: false },
      { poll_id: 2, question: 'Question 2?', options: ['yes', 'no, "never"'], votes_count: 9, deleted: false },
    ]);
  });

  it('that are deleted do not come back with a late event', async () => {
    await publishTwice(pollCreated, poll(3));
    await drained('polls-events');
    await publishTwice(pollDeleted, { pollId: 3, authorId: 1 });
    await publishTwice(pollDeleted, { pollId: 4, authorId: 1 });
    await drained('polls-events');
    await publishTwice(pollCreated, poll(4));
    await publishTwice(votesCounted, { polls: [counted(3, 4, 4), counted(4, 4, 4)] });
    await drained('polls-events');
    const gone = { question: null, options: [], votes_count: 0, deleted: true };
    expect(await documents(3, 4)).toEqual([{ poll_id: 3, ...gone }, { poll_id: 4, ...gone }]);
  });
});

describe('users', () => {
  it('keep the newest version', async () => {
    const profile = { userId: 7, name: 'Ada', username: 'ada', profilePicture: null, hasCompletedProfile: true };
    await publishTwice(profileUpdated, { ...profile, name: 'Newest', version: 3 });
    await publishTwice(profileUpdated, { ...profile, version: 2 });
    await drained('auth-events');
    expect(await stack.sql('search', 'select user_id::int, name, username, version from user_documents')).toEqual([
      { user_id: 7, name: 'Newest', username: 'ada', version: 3 },
    ]);
  });
});
