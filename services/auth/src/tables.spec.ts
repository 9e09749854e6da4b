import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences } from '@inkling/testing';
import { Auth } from './auth.spec-support.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start();
});
afterAll(() => auth.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(auth.stack, 'auth')).toEqual([]);
});
