import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { profileUpdated, socialRpc } from '@inkling/contracts';
import { EventFeed, startStack, type Stack } from '@inkling/testing';
import { service } from './index.js';

let stack: Stack;
let feed: EventFeed;
beforeAll(async () => {
  stack = await startStack({ services: [service] });
  feed = await EventFeed.connect(stack);
});
afterAll(async () => {
  await feed.close();
  await stack.stop();
});

const publishTwice: EventFeed['publishTwice'] = (contract, data) => feed.publishTwice(contract, data);
const drained = (stream: string) => feed.drained(stream, 1);

const profile = { userId: 7, name: 'Ada', username: 'ada', profilePicture: null, hasCompletedProfile: true };

describe('profiles', () => {
  it('keep the newest version, whatever the order and however often it comes', async () => {
    await publishTwice(profileUpdated, { ...profile, name: 'Newest', version: 3 });
    await publishTwice(profileUpdated, { ...profile, name: 'User', username: null, version: 1 });
    await publishTwice(profileUpdated, { ...profile, name: 'Older', version: 2 });
    await publishTwice(profileUpdated, { ...profile, userId: 8, version: 1 });
    await publishTwice(profileUpdated, { ...profile, userId: 8, name: 'Grace', username: 'grace', profilePicture: '/uploads/x', version: 2 });
    await drained('auth-events');
    expect(await stack.sql('social', 'select user_id::int, name, username, profile_picture, version from profiles order by user_id')).toEqual([
      { user_id: 7, name: 'Newest', username: 'ada', profile_picture: null, version: 3 },
      { user_id: 8, name: 'Grace', username: 'grace', profile_picture: '/uploads/x', version: 2 },
    ]);
  });
});

describe('counts', () => {
  it('are zero for somebody of whom nothing is known', async () => {
    expect(await stack.rpc.call(socialRpc.counts, { userId: 404 })).toEqual({ followersCount: 0, followingCount: 0 });
  });

  it('come from the stored counters', async () => {
    await stack.sql('social', 'insert into follow_counts (user_id, followers_count, following_count) values (9, 12, 3)');
    expect(await stack.rpc.call(socialRpc.counts, { userId: 9 })).toEqual({ followersCount: 12, followingCount: 3 });
  });

  it('of what is no user id are refused', async () => {
    await expect(stack.rpc.call(socialRpc.counts, { userId: 0 })).rejects.toMatchObject({ code: 'invalid-request', status: 400 });
  });
});
