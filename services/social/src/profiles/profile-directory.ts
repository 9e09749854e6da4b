import { Injectable } from '@nestjs/common';
import { authRpc } from '@inkling/contracts';
import { ApiError, Database, LAST_VERSION, RpcClient } from '@inkling/platform';
import { together, unblocked } from '../standing/standing.repository.js';
import type { Tables } from '../tables.js';
import { storeProfile } from './profile-projection.js';

/** Milliseconds to wait for auth, since a user waits for the answer. */
const ASK_AUTH_MS = 1_500;

/** Knows who is a user. Profiles arrive some time after a sign-up, so auth is asked before a user counts as unknown. */
@Injectable()
export class ProfileDirectory {
  constructor(
    private readonly database: Database<Tables>,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Passes users whom the viewer may see. Somebody from whom a block separates the viewer is refused on the way of an
   * unknown id, so that the two take the same time.
   * @throws ApiError `user-not-found`; `unavailable` when only auth could tell and it is away
   */
  async assertKnown(userId: number, viewerId: number): Promise<void> {
    const profile = await this.#find(userId, viewerId);
    if (profile?.together) return;
    await this.#askAuth(userId);
    if (profile) throw new ApiError('user-not-found');
  }

  /**
   * Passes users whom the viewer can follow: their profile is complete, and no block separates the two.
   * @throws ApiError `user-not-found`; `unavailable` when only auth could tell and it is away
   */
  async assertCompleted(userId: number, viewerId: number): Promise<void> {
    const profile = await this.#find(userId, viewerId);
    if (profile?.completed && profile.together) return;
    const completed = await this.#askAuth(userId);
    if (!completed || profile?.together === false) throw new ApiError('user-not-found');
  }

  /**
   * Whether there is such a user, blocks aside. Somebody who has blocked the viewer costs the time of an unknown id.
   * @throws ApiError `unavailable` when only auth could tell and it is away
   */
  async exists(userId: number, viewerId: number): Promise<boolean> {
    const found = await this.database.kysely
      .selectFrom('profiles')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('version', '<', LAST_VERSION)
      .where(unblocked(viewerId, 'profiles.user_id'))
      .executeTakeFirst();
    if (found) return true;
    try {
      await this.#askAuth(userId);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'user-not-found') return false;
      throw error;
    }
  }

  /** Undefined when the profile has not arrived. */
  #find(userId: number, viewerId: number): Promise<{ completed: boolean; together: boolean } | undefined> {
    return (
      this.database.kysely
        .selectFrom('profiles')
        .select(['completed', together(viewerId, 'profiles.user_id').as('together')])
        .where('user_id', '=', userId)
        // A tombstone is no user; auth says so.
        .where('version', '<', LAST_VERSION)
        .executeTakeFirst()
    );
  }

  /** Stores auth's answer, so that it is asked once. */
  async #askAuth(userId: number): Promise<boolean> {
    const account = await this.rpc.call({ ...authRpc.account, timeoutMs: ASK_AUTH_MS }, { userId });
    await storeProfile(this.database.kysely, { ...account, userId });
    return account.hasCompletedProfile;
  }
}
