import { Inject, Injectable } from '@nestjs/common';
import { userFollowed, userUnfollowed, type FollowState, type FollowUser } from '@inkling/contracts';
import { ApiError, CONFIG, Database, PersonLimits, type LimitedPerson, type PersonLimit } from '@inkling/platform';
import { StandingRepository, lockPair } from '../standing/standing.repository.js';
import type { SocialConfig } from '../config.js';
import type { Tables } from '../tables.js';
import { ProfileDirectory } from '../profiles/profile-directory.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import { FollowsRepository, type FollowChange, type FollowPage } from './follows.repository.js';

/** A page of a list; `nextCursor` is null on the last. */
export interface FollowList {
  users: FollowUser[];
  nextCursor: string | null;
}

const toList = ({ users, last }: FollowPage): FollowList => ({ users, nextCursor: last ? encodeCursor(last) : null });

/** Following, and who follows whom. Doing or undoing it twice changes nothing and announces nothing. */
@Injectable()
export class FollowsService {
  readonly #limit: PersonLimit;

  constructor(
    private readonly database: Database<Tables>,
    private readonly follows: FollowsRepository,
    private readonly profiles: ProfileDirectory,
    private readonly standing: StandingRepository,
    limits: PersonLimits,
    @Inject(CONFIG) config: SocialConfig,
  ) {
    this.#limit = limits.limit('too-many-follows', {
      kind: 'follows',
      configured: config.FOLLOWS_PER_HOUR,
      inProduction: 60,
      seconds: 3_600,
    });
  }

  /**
   * A follow that exists already does not count against the limit.
   * @throws ApiError `self-follow`; `user-not-found` for anyone without a completed profile, or from whom a block
   *   separates the follower; `too-many-follows`
   */
  async follow(person: LimitedPerson, followedId: number): Promise<FollowState> {
    const followerId = person.userId;
    if (followerId === followedId) throw new ApiError('self-follow');
    this.#limit.assertOpen(person);
    await this.profiles.assertCompleted(followedId, followerId);
    const changed = await this.#limit.during(person, async (use) => {
      const change = await this.#add(followerId, followedId);
      if (!change) await use.giveBack();
      return change;
    });
    return this.#state(followedId, true, changed?.followersCount);
  }

  #add(followerId: number, followedId: number): Promise<FollowChange | undefined> {
    return this.database.transaction(async (tx) => {
      await lockPair(tx, followerId, followedId);
      if (await this.standing.apart(tx, followerId, followedId)) throw new ApiError('user-not-found');
      const change = await this.follows.add(tx, followerId, followedId);
      if (change) await tx.publish(userFollowed, { followerId, followedId, ...change });
      return change;
    });
  }

  /** @throws ApiError `user-not-found` */
  async unfollow(followerId: number, followedId: number): Promise<FollowState> {
    const followersCount = await this.#remove(followerId, followedId);
    if (followersCount === undefined) await this.profiles.assertKnown(followedId, followerId);
    return this.#state(followedId, false, followersCount);
  }

  /**
   * `followerId` no longer follows `userId`.
   * @throws ApiError `user-not-found` when there is no such follower at all
   */
  async removeFollower(userId: number, followerId: number): Promise<void> {
    if ((await this.#remove(followerId, userId)) === undefined) await this.profiles.assertKnown(followerId, userId);
  }

  /** Ends a follow of a person whose account is being deleted. Without one it does nothing. */
  async end(followerId: number, followedId: number): Promise<void> {
    await this.#remove(followerId, followedId);
  }

  async status(followerId: number, followedId: number): Promise<{ following: boolean }> {
    return { following: await this.follows.exists(followerId, followedId) };
  }

  /** @throws ApiError `user-not-found`; `invalid-request` for a cursor that is none */
  async followers(userId: number, viewerId: number, cursor: string | undefined): Promise<FollowList> {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    await this.profiles.assertKnown(userId, viewerId);
    return toList(await this.follows.followers(userId, viewerId, after));
  }

  /** @throws ApiError `user-not-found`; `invalid-request` for a cursor that is none */
  async following(userId: number, viewerId: number, cursor: string | undefined): Promise<FollowList> {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    await this.profiles.assertKnown(userId, viewerId);
    return toList(await this.follows.following(userId, viewerId, after));
  }

  /** The followed user's count after it; undefined when there was nothing to remove. */
  #remove(followerId: number, followedId: number): Promise<number | undefined> {
    return this.database.transaction(async (tx) => {
      await lockPair(tx, followerId, followedId);
      const change = await this.follows.remove(tx, followerId, followedId);
      if (change) await tx.publish(userUnfollowed, { followerId, followedId, ...change });
      return change?.followersCount;
    });
  }

  async #state(userId: number, following: boolean, followersCount: number | undefined): Promise<FollowState> {
    return { userId, following, followersCount: followersCount ?? (await this.follows.counts(userId)).followersCount };
  }
}
