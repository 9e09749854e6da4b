import { Injectable } from '@nestjs/common';
import { authRpc, pollsRpc, socialRpc, type Account, type PublicUser, type User } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { decoration } from './decoration.js';

type Counts = Pick<User, 'followersCount' | 'followingCount' | 'pollsCount'>;
const NONE: Counts = { followersCount: 0, followingCount: 0, pollsCount: 0 };

/** A user as the screens show one: the account from auth, decorated with counts from polls and social. */
@Injectable()
export class Users {
  constructor(private readonly rpc: RpcClient) {}

  /** One's own user. @throws ApiError 503 when auth is away */
  async own(userId: number): Promise<User> {
    const [account, counts] = await Promise.all([this.rpc.call(authRpc.account, { userId }), this.#counts(userId)]);
    return ownUser(account, counts);
  }

  /** Any user, without what is private. @throws ApiError `user-not-found` 404, 503 when auth is away */
  async any(userId: number): Promise<PublicUser> {
    const [account, counts] = await Promise.all([this.rpc.call(authRpc.account, { userId }), this.#counts(userId)]);
    return publicUser(account, counts);
  }

  /** The user of an account that a sign-in or a change has just returned. */
  async withCounts(account: Account): Promise<User> {
    return ownUser(account, await this.#counts(account.id));
  }

  /** For an account made a moment ago, which cannot have any. */
  fresh(account: Account): User {
    return ownUser(account, NONE);
  }

  /** Null for each count that its service cannot say now. */
  async #counts(userId: number): Promise<Counts> {
    const [polls, follows] = await Promise.all([
      decoration(this.rpc, pollsRpc.countByAuthor, { userId }),
      decoration(this.rpc, socialRpc.counts, { userId }),
    ]);
    return {
      followersCount: follows?.followersCount ?? null,
      followingCount: follows?.followingCount ?? null,
      pollsCount: polls?.pollsCount ?? null,
    };
  }
}

const publicUser = (account: Account, counts: Counts): PublicUser => ({
  id: account.id,
  username: account.username,
  name: account.name,
  profilePicture: account.profilePicture,
  hasCompletedProfile: account.hasCompletedProfile,
  ...counts,
});

const ownUser = (account: Account, counts: Counts): User => ({
  ...publicUser(account, counts),
  email: account.email,
  emailVerified: account.emailVerified,
});
