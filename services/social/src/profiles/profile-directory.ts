import { Injectable } from '@nestjs/common';
import { authRpc } from '@inkling/contracts';
import { ApiError, Database, RpcClient } from '@inkling/platform';
import { storeProfile } from './profile-projection.js';

/** Auth is asked while somebody waits for an answer. */
const ASK_AUTH_MS = 1_500;

/** Who is a user. The projection may lag a fresh sign-up, so auth has the last word before a user is called unknown. */
@Injectable()
export class ProfileDirectory {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  /** @throws ApiError `user-not-found`; `unavailable` when only auth could tell and it is away */
  async assertKnown(userId: number): Promise<void> {
    if ((await this.#completed(userId)) === undefined) await this.#askAuth(userId);
  }

  /**
   * Somebody who can be followed: a user whose profile is complete (spec 4, Access guard).
   * @throws ApiError `user-not-found`; `unavailable` when only auth could tell and it is away
   */
  async assertCompleted(userId: number): Promise<void> {
    if (await this.#completed(userId)) return;
    if (!(await this.#askAuth(userId))) throw new ApiError('user-not-found');
  }

  /** Undefined when the profile has not arrived. */
  async #completed(userId: number): Promise<boolean | undefined> {
    const [row] = await this.database.query<{ completed: boolean }>({
      name: 'profile-completed',
      text: 'select completed from profiles where user_id = $1',
      values: [userId],
    });
    return row?.completed;
  }

  /** Keeps what auth answers, so that it is asked once. */
  async #askAuth(userId: number): Promise<boolean> {
    const account = await this.rpc.call({ ...authRpc.account, timeoutMs: ASK_AUTH_MS }, { userId });
    await this.database.query(storeProfile({ ...account, userId }));
    return account.hasCompletedProfile;
  }
}
