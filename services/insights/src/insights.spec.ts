import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollCreated, pollDeleted } from '@inkling/contracts';
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
const drained = (stream: string) => feed.drained(stream, 2);

const poll = (pollId: number) => ({ pollId, authorId: 1, question: `Question ${pollId}?`, options: ['yes', 'no, "never"'], endDate: null, createdAt: '2026-11-21T10:00:00.000Z' });

describe('polls', () => {
  it('are known as their authors wrote them, and a deletion wins over a late creation', async () => {
    await publishTwice(pollCreated, poll(1));
    await publishTwice(pollCreated, poll(2));
    await publishTwice(pollDeleted, { pollId: 3, authorId: 1 });
    await drained('polls-events');
    await publishTwice(pollDeleted, { pollId: 2, authorId: 1 });
    await publishTwice(pollCreated, poll(3));
    await drained('polls-events');
    const gone = { question: null, options: [], deleted: true };
    expect(await stack.sql('insights', 'select poll_id::int, question, options, deleted from polls order by poll_id')).toEqual([
      { poll_id: 1, question: 'Question 1?', options: ['yes', 'no, "never"'], deleted: false },
      { poll_id: 2, ...gone },
      { poll_id: 3, ...gone },
    ]);
  });
});
