import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RECENT_SEARCHES_MAX, searchRpc } from '@inkling/contracts';
import { startService } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { service } from '../index.js';
import { Search } from '../search.spec-support.js';

let search: Search;
beforeAll(async () => {
  search = await Search.start();
});
afterAll(() => search.stop());

let nextUser = 1_000;
const someone = () => nextUser++;
/** Moves searches into the past, so that they no longer count as being typed. */
const later = () => search.sql(`update recent_searches set searched_at = searched_at - interval '11 seconds'`);
const after = async (userId: number, ...queries: string[]): Promise<string[]> => {
  for (const q of queries) {
    await search.find(q, userId);
    await search.recent(userId);
  }
  return search.recent(userId);
};

describe('recent searches', () => {
  it('are listed newest first, for each user separately', async () => {
    const [first, second] = [someone(), someone()];
    expect(await after(first, 'otters', 'Night trains', 'coffee')).toEqual(['coffee', 'Night trains', 'otters']);
    expect(await after(second, 'tea time')).toEqual(['tea time']);
    expect(await search.recent(someone())).toEqual([]);
  });

  it('contain the same text once, whatever its case, as it was typed last', async () => {
    const user = someone();
    expect(await after(user, 'Coffee', 'otters', 'COFFEE')).toEqual(['COFFEE', 'otters']);
  });

  it(`are at most ${RECENT_SEARCHES_MAX}`, async () => {
    const user = someone();
    const many = Array.from({ length: RECENT_SEARCHES_MAX + 3 }, (_, n) => `${String.fromCharCode(97 + n)}-search`);
    expect(await after(user, ...many)).toEqual(many.toReversed().slice(0, RECENT_SEARCHES_MAX));
  });

  it('count a search that is still being typed only once', async () => {
    const user = someone();
    expect(await after(user, 'ni', 'night', 'night tra', 'night', 'night trains')).toEqual(['night trains']);
    await later();
    expect(await after(user, 'night trains in winter')).toEqual(['night trains in winter', 'night trains']);
    await later();
    expect(await after(user, 'night')).toEqual(['night', 'night trains in winter', 'night trains']);
    // Typing continues until the text equals an older search.
    expect(await after(user, 'night trains')).toEqual(['night trains', 'night trains in winter']);
  });

  it('stay consistent when two replicas write concurrently', async () => {
    const user = someone();
    const replica = await startService(service, { env: search.stack.env('search') });
    try {
      await Promise.all(
        Array.from({ length: 40 }, (_, n) => search.find(`${String.fromCharCode(97 + (n % 15))}z same`, user)),
      );
      await eventually(async () => (await search.recent(user)).length === RECENT_SEARCHES_MAX);
    } finally {
      await replica.stop();
    }
    expect(new Set(await search.recent(user)).size).toBe(RECENT_SEARCHES_MAX);
  });

  it('can only be deleted by their owner', async () => {
    const [owner, other] = [someone(), someone()];
    await after(owner, 'secret wish');
    const { id } = (await search.stack.rpc.call(searchRpc.recent, { userId: owner })).searches[0]!;
    await expect(search.stack.rpc.call(searchRpc.deleteRecent, { userId: other, searchId: id })).rejects.toMatchObject({
      code: 'search-not-found',
      status: 404,
    });
    expect(await search.recent(owner)).toEqual(['secret wish']);
    await search.stack.rpc.call(searchRpc.deleteRecent, { userId: owner, searchId: id });
    expect(await search.recent(owner)).toEqual([]);
    await expect(search.stack.rpc.call(searchRpc.deleteRecent, { userId: owner, searchId: id })).rejects.toMatchObject({
      code: 'search-not-found',
    });
  });

  it('that cannot be stored do not fail the search', async () => {
    await search.sql('alter table recent_searches rename to hidden_away');
    try {
      await expect(search.find('anything', someone())).resolves.toMatchObject({ users: [], polls: [] });
    } finally {
      await search.sql('alter table hidden_away rename to recent_searches');
    }
  });
});
