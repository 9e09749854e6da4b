import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences, storedDataDifferences } from '@inkling/testing';
import { Social } from './social.spec-support.js';
import { storedData } from './stored-data.js';

let social: Social;
beforeAll(async () => {
  social = await Social.start();
});
afterAll(() => social.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(social.stack, 'social')).toEqual([]);
});

it('the list of stored data names every table', async () => {
  expect(await storedDataDifferences(social.stack, 'social', storedData)).toEqual([]);
});
