import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences } from '@inkling/testing';
import { startAuth, type Stack } from './auth.spec-support.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startAuth();
});
afterAll(() => stack.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(stack, 'auth')).toEqual([]);
});
