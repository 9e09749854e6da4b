import { Injectable } from '@nestjs/common';
import { authRpc } from '@inkling/contracts';
import { ApiError, Database, RpcClient } from '@inkling/platform';
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

  /** @throws ApiError `user-not-found`; `unavailable` when only auth could tell and it is away */
  async assertKnown(userId: number): Promise<void> {
    if ((await this.#completed(userId)) === undefined) await this.#askAuth(userId);
  }

  /**
   * Passes users who can be followed: their profile is complete.
   * @throws ApiError `user-not-found`; `unavailable` when only auth could tell and it is away
   */
  async assertCompleted(userId: number): Promise<void> {
    if (await this.#completed(userId)) return;
    if (!(await this.#askAuth(userId))) throw new ApiError('user-not-found');
  }

  /** Undefined when the profile has not arrived. */
  async #completed(userId: number): Promise<boolean | undefined> {
    const profile = await this.database.kysely
      .selectFrom('profiles')
      .select('completed')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return profile?.completed;
  }

  /** Stores auth's answer, so that it is asked once. */
  async #askAuth(userId: number): Promise<boolean> {
    const account = await this.rpc.call({ ...authRpc.account, timeoutMs: ASK_AUTH_MS }, { userId });
    await storeProfile(this.database.kysely, { ...account, userId });
    return account.hasCompletedProfile;
  }
}
