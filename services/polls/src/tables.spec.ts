import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences, storedDataDifferences } from '@inkling/testing';
import { Polls } from './polls.spec-support.js';
import { storedData } from './stored-data.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start();
});
afterAll(() => polls.stack.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(polls.stack, 'polls')).toEqual([]);
});

it('the list of stored data names every table', async () => {
  expect(await storedDataDifferences(polls.stack, 'polls', storedData)).toEqual([]);
});
