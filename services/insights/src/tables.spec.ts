import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences, storedDataDifferences } from '@inkling/testing';
import { InsightsStack } from './insights.spec-support.js';
import { storedData } from './stored-data.js';

let insights: InsightsStack;
beforeAll(async () => {
  insights = await InsightsStack.start();
});
afterAll(() => insights.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(insights.stack, 'insights')).toEqual([]);
});

it('the list of stored data names every table', async () => {
  expect(await storedDataDifferences(insights.stack, 'insights', storedData)).toEqual([]);
});
