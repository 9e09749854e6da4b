import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences } from '@inkling/testing';
import { Polls } from './polls.spec-support.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start();
});
afterAll(() => polls.stack.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(polls.stack, 'polls')).toEqual([]);
});
