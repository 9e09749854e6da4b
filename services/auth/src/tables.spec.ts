import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences, storedDataDifferences } from '@inkling/testing';
import { Auth } from './auth.spec-support.js';
import { storedData } from './stored-data.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start();
});
afterAll(() => auth.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(auth.stack, 'auth')).toEqual([]);
});

it('the list of stored data names every table', async () => {
  expect(await storedDataDifferences(auth.stack, 'auth', storedData)).toEqual([]);
});
