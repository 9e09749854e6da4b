import { Injectable } from '@nestjs/common';
import {
  authRpc,
  pollsRpc,
  socialRpc,
  type Account,
  type ProfileView,
  type PublicUser,
  type RpcReply,
  type User,
} from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';
import { decoration } from '../http/decoration.js';

type Counts = Pick<User, 'followersCount' | 'followingCount' | 'pollsCount'>;
const NONE: Counts = { followersCount: 0, followingCount: 0, pollsCount: 0 };
const UNKNOWN: Counts = { followersCount: null, followingCount: null, pollsCount: null };

/** A user as screens show one: the account from auth with counts from polls and social. */
@Injectable()
export class Users {
  constructor(private readonly rpc: RpcClient) {}

  /** The viewer's own user. @throws ApiError 503 when auth is away */
  async own(userId: number): Promise<User> {
    const [account, counts] = await Promise.all([this.rpc.call(authRpc.account, { userId }), this.#counts(userId)]);
    return ownUser(account, counts);
  }

  /**
   * Any user as the viewer sees them, without private fields. All answers are awaited, so that a user who has blocked
   * the viewer takes the time of an unknown one.
   * @throws ApiError `user-not-found` 404, also for a user who has blocked the viewer; 503 when auth is away, or both
   *   services that know about blocks
   */
  async seenBy(viewerId: number, userId: number): Promise<ProfileView> {
    const [account, polls, follows] = await Promise.allSettled([
      this.rpc.call(authRpc.account, { userId }),
      decoration(this.rpc, pollsRpc.countByAuthor, { userId, viewerId }),
      decoration(this.rpc, socialRpc.counts, { userId, viewerId }),
    ]);
    const [known, written, followed] = [valueOf(account), valueOf(polls), valueOf(follows)];
    const standing = followed?.standing;
    if (!written && !followed) throw new ApiError('unavailable');
    // While social is away, polls knows of a block but not whose it is.
    if (standing ? standing.blockedBy : written?.apart) throw new ApiError('user-not-found');
    if (standing?.blocked) return { ...publicUser(known, UNKNOWN), blocked: true, muted: standing.muted };
    return { ...publicUser(known, countsOf(written, followed)), blocked: false, muted: standing?.muted ?? false };
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
    return countsOf(polls, follows);
  }
}

const countsOf = (
  polls: RpcReply<typeof pollsRpc.countByAuthor> | null,
  follows: RpcReply<typeof socialRpc.counts> | null,
): Counts => ({
  followersCount: follows?.followersCount ?? null,
  followingCount: follows?.followingCount ?? null,
  pollsCount: polls?.pollsCount ?? null,
});

/** @throws the reason of a rejection */
export function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
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
  role: account.role,
  ...(account.createdAt && { createdAt: account.createdAt }),
  ...(account.suspension && { suspension: account.suspension }),
  ...(account.waitingSince && { waitingSince: account.waitingSince }),
});
