import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PollPage } from '@inkling/contracts';
import { Polls } from '../polls.spec-support.js';

describe.each([
  ['with', '250'],
  ['without', '0'],
])('the feed of a busy author, %s a cached first page', (_, cache) => {
  let polls: Polls;
  let all: number[];
  beforeAll(async () => {
    polls = await Polls.start({ env: { FEED_CACHE_MS: cache, RECOMMENDATIONS_MS: '0' } });
    // The oldest first: many authors, then forty polls of author 1 with few others between them, then five more.
    for (let author = 20; author < 60; author += 1) await polls.seed(2, author);
    for (let round = 0; round < 10; round += 1) {
      await polls.seed(4, 1);
      await polls.seed(1, 10 + (round % 5));
    }
    for (let author = 2; author < 7; author += 1) await polls.seed(1, author);
    all = (await polls.sql<{ id: number }>('select id from polls order by id desc')).map(({ id }) => Number(id));
  });
  afterAll(() => polls.stack.stop());

  const feed = (request: { page?: number; cursor?: string } = {}) => polls.list('feed', { viewerId: 9, ...request });
  const mostOfOne = ({ polls: shown }: PollPage): number => {
    const counts = new Map<number, number>();
    for (const { userId } of shown) counts.set(userId, (counts.get(userId) ?? 0) + 1);
    return Math.max(...counts.values());
  };
  /** All pages, by cursor. */
  const pages = async (meanwhile: () => Promise<unknown> = async () => undefined): Promise<PollPage[]> => {
    const read = [await feed()];
    for (let cursor = read[0]!.pagination.nextCursor; cursor !== null;) {
      await meanwhile();
      const page = await feed({ cursor });
      read.push(page);
      cursor = page.pagination.nextCursor;
    }
    return read;
  };

  it('has at most two of an author on a page, and each poll once', async () => {
    const read = await pages();
    expect(read.flatMap((page) => page.polls.map(({ id }) => id)).toSorted((a, b) => b - a)).toEqual(all);
    // Towards the end nothing but the busy author's polls is left.
    const busy = read.filter((page) => page.polls.some(({ userId }) => userId !== 1));
    expect(busy.length).toBeGreaterThan(9);
    for (const page of busy.slice(0, -1))
      expect([page.pagination.page, mostOfOne(page)]).toEqual([expect.any(Number), 2]);
    for (const page of read.slice(0, -1)) expect(page.polls).toHaveLength(10);
    expect(read[0]!.polls.slice(0, 5).map(({ id }) => id)).toEqual(all.slice(0, 5));
  });

  it('shows the same pages by number', async () => {
    const read = await pages();
    for (const [index, page] of read.entries()) {
      const { polls: shown, pagination } = await feed({ page: index + 1 });
      expect(shown.map(({ id }) => id)).toEqual(page.polls.map(({ id }) => id));
      expect(pagination.hasMore).toBe(page.pagination.hasMore);
    }
    expect((await feed({ page: read.length + 1 })).polls).toEqual([]);
  });

  it('does not move while the author goes on', async () => {
    const before = (await pages()).flatMap((page) => page.polls.map(({ id }) => id));
    const after = (await pages(() => polls.ask({ userId: 1 }))).flatMap((page) => page.polls.map(({ id }) => id));
    expect(after).toEqual(before);
    expect(mostOfOne(await feed())).toBe(2);
  });
});
