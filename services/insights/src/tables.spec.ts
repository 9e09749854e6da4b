import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences } from '@inkling/testing';
import { InsightsStack } from './insights.spec-support.js';

let insights: InsightsStack;
beforeAll(async () => {
  insights = await InsightsStack.start();
});
afterAll(() => insights.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(insights.stack, 'insights')).toEqual([]);
});
