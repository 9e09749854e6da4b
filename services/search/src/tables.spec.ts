import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences, storedDataDifferences } from '@inkling/testing';
import { Search } from './search.spec-support.js';
import { storedData } from './stored-data.js';

let search: Search;
beforeAll(async () => {
  search = await Search.start();
});
afterAll(() => search.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(search.stack, 'search')).toEqual([]);
});

it('the list of stored data names every table', async () => {
  expect(await storedDataDifferences(search.stack, 'search', storedData)).toEqual([]);
});
