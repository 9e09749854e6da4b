import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { searchRpc } from '@inkling/contracts';
import { outcome, passTime, tally } from '@inkling/testing';
import { Search } from '../search.spec-support.js';

let search: Search;
beforeAll(async () => {
  search = await Search.start({ env: { SEARCHES_PER_MINUTE: '60' } });
});
afterAll(() => search.stop());

const ask = (userId: number, q = 'tea', newAccount?: true) =>
  search.stack.rpc.call(searchRpc.search, { userId, q, ...(newAccount ? { newAccount } : {}) });

it('one person searches sixty times a minute, a new one twenty times, and a search that is refused uses nothing', async () => {
  expect(await tally(Array.from({ length: 150 }, () => ask(1)))).toEqual({ ok: 60, 'too-many-searches': 90 });
  expect(await tally(Array.from({ length: 50 }, () => ask(2, 'tea', true)))).toEqual({
    ok: 20,
    'too-many-searches': 30,
  });
  expect(await outcome(ask(3, 'x'))).toBe('invalid-request');
  expect(await search.stack.sql('search', 'select 1 from person_limits where user_id = 3')).toEqual([]);
  await search.stack.sql('search', 'update person_limits set ends_at = clock_timestamp()');
  passTime(1_000);
  expect(await outcome(ask(1))).toBe('ok');
});
