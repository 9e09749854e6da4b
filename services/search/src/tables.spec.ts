import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences } from '@inkling/testing';
import { Search } from './search.spec-support.js';

let search: Search;
beforeAll(async () => {
  search = await Search.start();
});
afterAll(() => search.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(search.stack, 'search')).toEqual([]);
});
