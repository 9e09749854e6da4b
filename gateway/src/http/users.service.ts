import { Injectable } from '@nestjs/common';
import { authRpc, pollsRpc, socialRpc, type Account, type PublicUser, type User } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';

type Counts = Pick<User, 'followersCount' | 'followingCount' | 'pollsCount'>;
const NONE: Counts = { followersCount: 0, followingCount: 0, pollsCount: 0 };

/** A user as the screens show one: the account from auth, the counts from those who own them. */
@Injectable()
export class Users {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * One's own user.
   * @throws ApiError 503 when any part is away: a wrong count would be believed, a retry is not noticed
   */
  async own(userId: number): Promise<User> {
    const [account, counts] = await Promise.all([this.rpc.call(authRpc.account, { userId }), this.#counts(userId)]);
    return ownUser(account, counts);
  }

  /** Any user, without what is private. @throws ApiError `user-not-found` 404, 503 as above */
  async any(userId: number): Promise<PublicUser> {
    const [account, counts] = await Promise.all([this.rpc.call(authRpc.account, { userId }), this.#counts(userId)]);
    return publicUser(account, counts);
  }

  /**
   * For the answer to a change that has been made: it must not fail for the sake of counts, which the next read brings.
   */
  async withCounts(account: Account): Promise<User> {
    return ownUser(account, await this.#counts(account.id).catch(() => NONE));
  }

  /** For an account made a moment ago, which cannot have any. */
  fresh(account: Account): User {
    return ownUser(account, NONE);
  }

  async #counts(userId: number): Promise<Counts> {
    const [polls, follows] = await Promise.all([this.rpc.call(pollsRpc.countByAuthor, { userId }), this.rpc.call(socialRpc.counts, { userId })]);
    return { followersCount: follows.followersCount, followingCount: follows.followingCount, pollsCount: polls.pollsCount };
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

const ownUser = (account: Account, counts: Counts): User => ({ ...publicUser(account, counts), email: account.email, emailVerified: account.emailVerified });
