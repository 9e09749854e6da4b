import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { adminRpc, socialRpc } from '@inkling/contracts';
import { startService, type RunningService } from '@inkling/platform';
import { startStack, type Stack } from '@inkling/testing';
import { service } from '../index.js';

let stack: Stack;
let upgraded: RunningService;
beforeAll(async () => {
  stack = await startStack({ services: [{ ...service, migrations: service.migrations!.slice(0, 1) }] });
  await stack.sql(
    'social',
    `insert into profiles (user_id, name, username, version)
     values (1, 'Ada', 'ada', 2), (2, 'Grace', 'grace', 2), (3, 'User', null, 1)`,
  );
  await stack.sql('social', 'insert into follows (follower_id, following_id) values (1, 2)');
  await stack.sql(
    'social',
    'insert into follow_counts (user_id, followers_count, following_count) values (1, 0, 1), (2, 1, 0)',
  );
  await stack.stopService('social');
  upgraded = await startService(service, { env: stack.env('social') });
});
afterAll(async () => {
  await upgraded.stop();
  await stack.stop();
});

it('keep profiles, follows and counts of an older version', async () => {
  const follow = (userId: number, followingId: number) => stack.rpc.call(socialRpc.follow, { userId, followingId });
  expect(await follow(2, 1)).toEqual({ userId: 1, following: true, followersCount: 1 });
  expect(await stack.rpc.call(socialRpc.followers, { userId: 2, viewerId: 2 })).toEqual({
    users: [{ id: 1, username: 'ada', name: 'Ada', profilePicture: null, isFollowing: true }],
    nextCursor: null,
  });
  // Not complete as far as is known, and auth cannot be asked here.
  await expect(follow(1, 3)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await stack.rpc.call(adminRpc.recountFollows, {})).toEqual({ checked: 2, corrected: 0 });
});
