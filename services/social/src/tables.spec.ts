import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { schemaDifferences } from '@inkling/testing';
import { Social } from './social.spec-support.js';

let social: Social;
beforeAll(async () => {
  social = await Social.start();
});
afterAll(() => social.stop());

it('the entities declare what the migrations make', async () => {
  expect(await schemaDifferences(social.stack, 'social')).toEqual([]);
});
