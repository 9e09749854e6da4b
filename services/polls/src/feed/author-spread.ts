import { PAGE_SIZE } from '@inkling/contracts';

/** Polls of one author on a feed page, while others have polls to show (docs/product.md#feed). */
export const AUTHOR_MAX = 2;
/** Among so many polls that follow, a page looks for those of other authors. */
export const LOOK_AHEAD = 100;
/** With so many polls shown before their turn, the feed goes on in order until they are past: its cursor names them. */
export const AHEAD_MAX = 160;

/** A poll's place in the feed. */
export interface FeedKey {
  readonly pollId: number;
  readonly authorId: number;
}

/** Where a feed continues: after `pollId`, without the polls below it that were shown before their turn. */
export interface FeedPosition {
  readonly pollId: number;
  readonly without: readonly number[];
}

/** The authors who have as many polls here as a page may show. */
export function crowdedAuthors(authors: readonly number[], most = AUTHOR_MAX): Set<number> {
  const counts = new Map<number, number>();
  for (const author of authors) counts.set(author, (counts.get(author) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= most).map(([author]) => author));
}

/** Whether a page of these authors' polls shows too many of one author. */
export const isCrowded = (authors: readonly number[]): boolean => crowdedAuthors(authors, AUTHOR_MAX + 1).size > 0;

/**
 * A page of the keys, which are in the order of the feed: the first ones, at most AUTHOR_MAX of each author. If that
 * does not fill the page, the first of those passed over do. In the order of the feed.
 */
export function spread(keys: readonly FeedKey[], size = PAGE_SIZE): FeedKey[] {
  const counts = new Map<number, number>();
  const picked = new Set<FeedKey>();
  for (const key of keys) {
    if (picked.size === size) break;
    const count = counts.get(key.authorId) ?? 0;
    if (count === AUTHOR_MAX) continue;
    counts.set(key.authorId, count + 1);
    picked.add(key);
  }
  for (const key of keys) {
    if (picked.size === size) break;
    picked.add(key);
  }
  return keys.filter((key) => picked.has(key));
}

/**
 * Where the feed continues after `shown`, which has the first of the keys.
 * @param before polls that earlier pages have shown before their turn, or as recommendations
 * @returns undefined when all keys are shown
 */
export function positionAfter(
  keys: readonly FeedKey[],
  shown: readonly FeedKey[],
  before: readonly number[] = [],
): FeedPosition | undefined {
  const ids = new Set([...before, ...shown.map(({ pollId }) => pollId)]);
  const next = keys.findIndex(({ pollId }) => !ids.has(pollId));
  const last = keys[next - 1];
  if (next === -1 || !last) return undefined;
  return { pollId: last.pollId, without: [...ids].filter((pollId) => pollId < last.pollId) };
}

/**
 * The page of a number, as reading on from the first page shows it.
 * @param keys of the feed, from its beginning to LOOK_AHEAD and AHEAD_MAX keys after the end of that page
 * @param recommended polls that the first page shows in the place of its last
 */
export function pageAt(
  keys: readonly FeedKey[],
  number: number,
  recommended: readonly number[],
): { shown: readonly FeedKey[]; position: FeedPosition | undefined } {
  let [start, without]: [number, ReadonlySet<number>] = [0, new Set()];
  for (let page = 1; ; page += 1) {
    const next = keys
      .slice(start, start + LOOK_AHEAD + without.size)
      .filter(({ pollId }) => !without.has(pollId))
      .slice(0, LOOK_AHEAD);
    const all = without.size > AHEAD_MAX ? next.slice(0, PAGE_SIZE) : spread(next);
    const shown = page === 1 ? all.slice(0, PAGE_SIZE - recommended.length) : all;
    const position = positionAfter(next, shown, page === 1 ? recommended : [...without]);
    if (page === number) return { shown, position };
    if (!position) return { shown: [], position: undefined };
    while (keys[start] && keys[start]!.pollId >= position.pollId) start += 1;
    without = new Set(position.without);
  }
}
