import { describe, expect, it } from '@jest/globals';
import { AUTHOR_MAX, isCrowded, positionAfter, spread, type FeedKey } from './author-spread.js';

/** Keys of these authors, the newest first. */
const keysOf = (authors: readonly number[]): FeedKey[] =>
  authors.map((authorId, index) => ({ pollId: authors.length - index, authorId }));
const idsOf = (keys: readonly FeedKey[]): number[] => keys.map(({ pollId }) => pollId);
const repeated = (author: number, times: number): number[] => Array.from({ length: times }, () => author);
const others = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

/** All pages by position, as the feed reads them. */
function pagesOf(keys: readonly FeedKey[]): FeedKey[][] {
  const pages: FeedKey[][] = [];
  let position: ReturnType<typeof positionAfter> = { pollId: Infinity, without: [] };
  while (position) {
    const { pollId, without }: { pollId: number; without: readonly number[] } = position;
    const rest = keys.filter((key) => key.pollId < pollId && !without.includes(key.pollId));
    const page = spread(rest);
    pages.push(page);
    position = positionAfter(rest, page, without);
  }
  return pages;
}

describe('a page of the feed', () => {
  it('is the newest polls while no author has more than two of them', () => {
    const keys = keysOf([1, 1, 2, 3, 4, 5, 2, 6, 7, 8, 9, 1]);
    expect(isCrowded(keys.slice(0, 10).map(({ authorId }) => authorId))).toBe(false);
    expect(spread(keys)).toEqual(keys.slice(0, 10));
    expect(positionAfter(keys, spread(keys))).toEqual({ pollId: keys[9]!.pollId, without: [] });
  });

  it('has two polls of an author who published many, and others in their places', () => {
    const keys = keysOf([...repeated(1, 6), ...others(2, 12)]);
    expect(isCrowded(keys.slice(0, 10).map(({ authorId }) => authorId))).toBe(true);
    expect(idsOf(spread(keys))).toEqual([18, 17, 12, 11, 10, 9, 8, 7, 6, 5]);
    expect(positionAfter(keys, spread(keys))).toEqual({ pollId: 17, without: [12, 11, 10, 9, 8, 7, 6, 5] });
  });

  it('is filled from one author where nobody else has published', () => {
    const keys = keysOf([...repeated(1, 15), 2]);
    expect(idsOf(spread(keys))).toEqual([16, 15, 14, 13, 12, 11, 10, 9, 8, 1]);
    expect(idsOf(spread(keysOf(repeated(1, 12))))).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });
});

describe('the pages of the feed', () => {
  const roll = (seed: number) => () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('show each poll once, with at most two of an author, in mixture %d', (seed) => {
    const random = roll(seed);
    const authors: number[] = [];
    while (authors.length < 400) {
      const author = Math.ceil(random() * 60);
      authors.push(...repeated(author, random() < 0.1 ? Math.ceil(random() * 12) : 1));
    }
    const keys = keysOf(authors);
    const pages = pagesOf(keys);
    expect(idsOf(pages.flat()).toSorted((a, b) => b - a)).toEqual(idsOf(keys));
    for (const [index, page] of pages.entries()) {
      const counts = new Map<number, number>();
      for (const { authorId } of page) counts.set(authorId, (counts.get(authorId) ?? 0) + 1);
      const others = new Set(
        pages
          .slice(index)
          .flat()
          .map(({ authorId }) => authorId),
      ).size;
      // Towards the end, few authors are left.
      if (others >= 10) expect(Math.max(...counts.values())).toBeLessThanOrEqual(AUTHOR_MAX);
      if (index < pages.length - 1) expect(page).toHaveLength(10);
    }
  });
});
