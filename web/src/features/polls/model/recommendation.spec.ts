import { expect, test } from '@jest/globals';
import { hiddenPoll } from '../testing/poll-fixture';
import { recommendationOf, reasonOf } from './recommendation';

const all = {
  similarToLiked: true,
  trending: true,
  timeRelevant: true,
  seasonality: 'winter',
  mood: 'playful',
  context: 'food',
} as const;

test('the strongest reason that holds is given', () => {
  const poll = hiddenPoll(1, { isRecommended: true, ...all });
  expect(reasonOf(poll)).toBe('similarToLiked');
  expect(reasonOf({ ...poll, similarToLiked: false })).toBe('trending');
  expect(reasonOf({ ...poll, similarToLiked: false, trending: false })).toBe('timeRelevant');
  expect(reasonOf({ ...poll, similarToLiked: false, trending: false, timeRelevant: false })).toBe('seasonality');
  expect(reasonOf(hiddenPoll(1, { isRecommended: true, mood: 'playful', context: 'food' }))).toBe('mood');
  expect(reasonOf(hiddenPoll(1, { isRecommended: true, context: 'food' }))).toBe('context');
  expect(reasonOf(hiddenPoll(1, { isRecommended: true }))).toBe('suggested');
});

test('the reason of the server wins, and what is not recommended has none', () => {
  expect(reasonOf(hiddenPoll(1, { ...all, recommendationReason: 'mood' }))).toBe('mood');
  expect(reasonOf(hiddenPoll(1, all))).toBeNull();
  expect(recommendationOf(hiddenPoll(1, { topics: ['tea'] }))).toBeNull();
});

test('the tooltip names at most three topics', () => {
  const shown = recommendationOf(hiddenPoll(1, { isRecommended: true, topics: ['tea', 'rain', 'trains', 'music'] }));
  expect(shown?.label).toBe('Suggested for you');
  expect(shown?.topics).toEqual(['tea', 'rain', 'trains']);
});
