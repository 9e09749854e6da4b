import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences } from '@inkling/testing';
import { Harness } from './notifications.spec-support.js';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(harness.stack, 'notifications')).toEqual([]);
});
