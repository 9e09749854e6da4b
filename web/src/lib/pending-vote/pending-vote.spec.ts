import { beforeEach, expect, jest, test } from '@jest/globals';
import { afterLogin, saveRedirect } from '../redirect';
import { claimPendingVote, dropPendingVote, keepPendingVote, pendingVote, PENDING_VOTE_MS } from './pending-vote';

const CHOICE = { pollId: 9, choices: [1], optionText: 'Coffee', question: 'Tea or coffee?' };
const COMPLETE = { hasCompletedProfile: true };

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ now: 1_000_000_000 });
});

test('a choice waits for an hour and not a moment longer', () => {
  keepPendingVote(CHOICE);
  expect(pendingVote(Date.now() + PENDING_VOTE_MS - 1)).toMatchObject(CHOICE);
  expect(pendingVote(Date.now() + PENDING_VOTE_MS)).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('after the clock was set back nobody knows how old it is, and it goes', () => {
  keepPendingVote(CHOICE);
  expect(pendingVote(Date.now() - 1)).toBeNull();
});

test('what is no choice is none', () => {
  for (const text of [
    '',
    '{',
    'null',
    '7',
    '{"pollId":"9","choices":[1]}',
    '{"pollId":9,"choices":[-1]}',
    '{"pollId":9,"choices":[]}',
    `{"pollId":9,"choices":[1],"optionText":"${'x'.repeat(2_000)}","question":"q","chosenAt":1}`,
  ]) {
    localStorage.setItem('inkling_pending_vote', text);
    expect(pendingVote()).toBeNull();
  }
});

test('it belongs to the next who signs in, and to nobody else afterwards', () => {
  keepPendingVote(CHOICE);
  expect(claimPendingVote(7)).toMatchObject({ choices: [1], userId: 7 });
  expect(claimPendingVote(7)).toMatchObject({ choices: [1], userId: 7 });
  expect(claimPendingVote(8)).toBeNull();
  expect(claimPendingVote(7)).toBeNull();
});

test('it leads to its poll after login, by the path that was shared where that is the same poll', () => {
  keepPendingVote(CHOICE);
  expect(afterLogin(COMPLETE)).toBe('/poll/9');
  saveRedirect('/poll/9?from=chat');
  expect(afterLogin(COMPLETE)).toBe('/poll/9?from=chat');
  saveRedirect('/poll/99');
  expect(afterLogin(COMPLETE)).toBe('/poll/9');
  dropPendingVote(8);
  expect(pendingVote()).not.toBeNull();
  dropPendingVote(9);
  expect(afterLogin(COMPLETE)).toBe('/poll/99');
});
