import { describe, expect, it } from '@jest/globals';
import { recommend, type Suggestible, type Taste } from './recommender.js';

const poll = (pollId: number, part: Partial<Suggestible> = {}): Suggestible => ({
  pollId,
  authorId: pollId,
  topics: [],
  mood: null,
  context: null,
  trending: false,
  endsSoon: false,
  inSeason: false,
  ...part,
});
const taste = (
  part: Partial<{ topics: string[]; chosen: string[]; moods: string[]; contexts: string[]; known: number[] }> = {},
): Taste => ({
  topics: new Set(part.topics),
  chosen: new Set(part.chosen),
  moods: new Set(part.moods),
  contexts: new Set(part.contexts),
  known: new Set(part.known),
});
const reasons = (polls: Suggestible[], whose: Taste, max = 10) =>
  recommend(polls, 1_000, whose, max).map((each) => [each.poll.pollId, each.reason]);

describe('what is recommended', () => {
  it('is ordered by reason, then in the given order', () => {
    const polls = [
      poll(1, { context: 'travel' }),
      poll(2, { mood: 'playful' }),
      poll(3, { inSeason: true }),
      poll(4, { endsSoon: true }),
      poll(5, { trending: true }),
      poll(6, { topics: ['trains'] }),
      poll(7, { trending: true }),
    ];
    expect(reasons(polls, taste({ topics: ['trains'], moods: ['playful'], contexts: ['travel'] }))).toEqual([
      [6, 'similarToLiked'],
      [5, 'trending'],
      [7, 'trending'],
      [4, 'timeRelevant'],
      [3, 'seasonality'],
      [2, 'mood'],
      [1, 'context'],
    ]);
  });

  it('includes polls without a better reason as suggested, after all others', () => {
    const polls = [poll(1, { topics: ['cats'], mood: 'serious', context: 'work' }), poll(2, { context: 'travel' })];
    expect(reasons(polls, taste({ contexts: ['travel'] }))).toEqual([
      [2, 'context'],
      [1, 'suggested'],
    ]);
  });

  it('leaves out polls without a reason when the taste is unknown', () => {
    expect(reasons([poll(1, { topics: ['cats'], mood: 'serious', context: 'work' })], taste())).toEqual([]);
  });

  it('ranks polls about a chosen topic before trending ones, as suggested and not as similar', () => {
    const polls = [poll(1, { trending: true }), poll(2, { topics: ['night trains'] }), poll(3, { topics: ['cats'] })];
    expect(reasons(polls, taste({ chosen: ['nighttrains'], topics: ['cats'] }))).toEqual([
      [3, 'similarToLiked'],
      [2, 'suggested'],
      [1, 'trending'],
    ]);
    expect(reasons([poll(3, { topics: ['cats'] })], taste({ chosen: ['dogs'] }))).toEqual([[3, 'suggested']]);
  });

  it('carries the strongest of several reasons', () => {
    expect(
      reasons([poll(1, { topics: ['trains'], trending: true, endsSoon: true })], taste({ topics: ['trains'] })),
    ).toEqual([[1, 'similarToLiked']]);
    expect(recommend([poll(1, { topics: ['trains'] })], 9, taste({ topics: ['trains'] }), 1)[0]!.similarToLiked).toBe(
      true,
    );
    expect(recommend([poll(1, { trending: true })], 9, taste(), 1)[0]!.similarToLiked).toBe(false);
  });

  it('excludes own and known polls, and has at most one of each author', () => {
    const polls = [
      poll(1, { trending: true, authorId: 1_000 }),
      poll(2, { trending: true }),
      poll(3, { trending: true, authorId: 7 }),
      poll(4, { trending: true, authorId: 7 }),
      poll(5, { trending: true }),
    ];
    expect(reasons(polls, taste({ known: [2] }))).toEqual([
      [3, 'trending'],
      [5, 'trending'],
    ]);
    expect(reasons(polls, taste(), 1)).toEqual([[2, 'trending']]);
  });
});
