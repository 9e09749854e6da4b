import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences, storedDataDifferences } from '@inkling/testing';
import { Community } from './community.spec-support.js';
import { storedData } from './stored-data.js';

let community: Community;
beforeAll(async () => {
  community = await Community.start();
});
afterAll(() => community.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(community.stack, 'community')).toEqual([]);
});

it('the list of stored data names every table', async () => {
  expect(await storedDataDifferences(community.stack, 'community', storedData)).toEqual([]);
});
