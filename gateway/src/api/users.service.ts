import { Injectable } from '@nestjs/common';
import { authRpc, pollsRpc, socialRpc, type Account, type PublicUser, type User } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { decoration } from './decoration.js';

type Counts = Pick<User, 'followersCount' | 'followingCount' | 'pollsCount'>;
const NONE: Counts = { followersCount: 0, followingCount: 0, pollsCount: 0 };

/** A user as screens show one: the account from auth with counts from polls and social. */
@Injectable()
export class Users {
  constructor(private readonly rpc: RpcClient) {}

  /** The viewer's own user. @throws ApiError 503 when auth is away */
  async own(userId: number): Promise<User> {
    const [account, counts] = await Promise.all([this.rpc.call(authRpc.account, { userId }), this.#counts(userId)]);
    return ownUser(account, counts);
  }

  /** Any user, without private fields. @throws ApiError `user-not-found` 404, 503 when auth is away */
  async any(userId: number): Promise<PublicUser> {
    const [account, counts] = await Promise.all([this.rpc.call(authRpc.account, { userId }), this.#counts(userId)]);
    return publicUser(account, counts);
  }

  /** The user of an account that auth has just returned. */
  async withCounts(account: Account): Promise<User> {
    return ownUser(account, await this.#counts(account.id));
  }

  /** The user of a new account, which has no polls and no followers. */
  fresh(account: Account): User {
    return ownUser(account, NONE);
  }

  /** A count is null while its service does not answer. */
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
