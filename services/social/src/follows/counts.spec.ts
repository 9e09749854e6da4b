import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Social } from '../social.spec-support.js';

let social: Social;
beforeAll(async () => {
  social = await Social.start();
});
afterAll(() => social.stop());

describe('counts', () => {
  it('are zero for an unknown user', async () => {
    expect(await social.counts(404)).toEqual({ followersCount: 0, followingCount: 0 });
  });

  it('come from the stored counters', async () => {
    await social.sql('insert into follow_counts (user_id, followers_count, following_count) values (9, 12, 3)');
    expect(await social.counts(9)).toEqual({ followersCount: 12, followingCount: 3 });
  });

  it('of an invalid user id are refused', async () => {
    await expect(social.counts(0)).rejects.toMatchObject({ code: 'invalid-request', status: 400 });
  });
});
