import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences, storedDataDifferences } from '@inkling/testing';
import { Harness } from './notifications.spec-support.js';
import { storedData } from './stored-data.js';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(harness.stack, 'notifications')).toEqual([]);
});

it('the list of stored data names every table', async () => {
  expect(await storedDataDifferences(harness.stack, 'notifications', storedData)).toEqual([]);
});
