import { Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc, type Account } from '@inkling/contracts';
import { ApiError, Rpc, RpcController, defineService, type RpcRequestOf } from '@inkling/platform';
import { z } from 'zod';
import { outcome } from '@inkling/testing';
import { Social } from '../social.spec-support.js';

/** Accounts that auth knows, and how often it was asked. */
const accounts = new Map<number, Account>();
let asked = 0;

@RpcController()
class Accounts {
  @Rpc(authRpc.account)
  account({ userId }: RpcRequestOf<typeof authRpc.account>): Account {
    asked += 1;
    const account = accounts.get(userId);
    if (!account) throw new ApiError('user-not-found');
    return account;
  }
}

@Module({ controllers: [Accounts] })
class AuthModule {}

let social: Social;
beforeAll(async () => {
  social = await Social.start({ beside: [defineService({ name: 'auth', config: z.object({}), module: AuthModule })] });
  await social.people(1, 3);
});
afterAll(() => social.stop());

const signUp = (id: number, profile: Partial<Account> = {}) =>
  accounts.set(id, {
    id,
    email: `user${id}@example.org`,
    emailVerified: false,
    name: `User ${id}`,
    username: `user${id}`,
    profilePicture: null,
    hasCompletedProfile: true,
    role: 'member',
    version: 2,
    ...profile,
  });

describe('profiles', () => {
  it('keep the newest version, whatever the order and however often it comes', async () => {
    await social.announce(7, { name: 'Newest', version: 3 });
    await social.announce(7, { name: 'User', username: null, hasCompletedProfile: false, version: 1 });
    await social.announce(7, { name: 'Older', version: 2 });
    await social.announce(8, { name: 'User', username: null, hasCompletedProfile: false, version: 1 });
    await social.announce(9, { hasCompletedProfile: false, username: null, version: 1 });
    await social.announce(8, { name: 'Grace', username: 'grace', profilePicture: '/uploads/x' });
    await social.feed.drained('auth-events', 2);
    expect(
      await social.sql(
        `select user_id::int, name, username, profile_picture, completed, version
         from profiles where user_id between 7 and 9 order by user_id`,
      ),
    ).toEqual([
      { user_id: 7, name: 'Newest', username: 'user7', profile_picture: null, completed: true, version: 3 },
      { user_id: 8, name: 'Grace', username: 'grace', profile_picture: '/uploads/x', completed: true, version: 2 },
      { user_id: 9, name: 'User 9', username: null, profile_picture: null, completed: false, version: 1 },
    ]);
  });
});

describe('a user whose profile has not arrived', () => {
  it('is asked for at auth once, and can then be followed and seen', async () => {
    signUp(20);
    asked = 0;
    expect(await social.follow(1, 20)).toEqual({ userId: 20, following: true, followersCount: 1 });
    await social.follow(2, 20);
    expect(asked).toBe(1);
    expect((await social.list('following', 1, 2)).users).toEqual([
      { id: 20, username: 'user20', name: 'User 20', profilePicture: null, isFollowing: true },
    ]);
  });

  it('has empty lists and can be unfollowed', async () => {
    signUp(21);
    expect(await social.list('followers', 21, 1)).toEqual({ users: [], nextCursor: null });
    signUp(22);
    expect(await social.unfollow(1, 22)).toEqual({ userId: 22, following: false, followersCount: 0 });
    signUp(23);
    expect(await social.remove(1, 23)).toEqual({});
  });

  it('cannot be followed before it is complete', async () => {
    signUp(24, { hasCompletedProfile: false, username: null, version: 1 });
    expect(await outcome(social.follow(1, 24))).toBe('user-not-found');
    expect(await social.list('followers', 24, 1)).toEqual({ users: [], nextCursor: null });
    signUp(24);
    expect(await outcome(social.follow(1, 24))).toBe('ok');
  });

  it('does not become older again by the answer of auth', async () => {
    await social.announce(25, { name: 'Newer', hasCompletedProfile: false, version: 5 });
    await social.feed.drained('auth-events', 2);
    signUp(25, { name: 'Older', version: 4 });
    await outcome(social.follow(1, 25));
    expect(await social.sql('select name, version from profiles where user_id = 25')).toEqual([
      { name: 'Newer', version: 5 },
    ]);
  });
});

describe('a user whom nobody knows', () => {
  it('is not found', async () => {
    for (const call of [
      () => social.follow(1, 404),
      () => social.unfollow(1, 404),
      () => social.remove(1, 404),
      () => social.list('followers', 404, 1),
      () => social.list('following', 404, 1),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'user-not-found', status: 404 });
    }
    expect(await social.sql('select from follows where following_id = 404')).toEqual([]);
  });
});
