import { Injectable } from '@nestjs/common';
import { ApiError, Database, type RpcRequestOf } from '@inkling/platform';
import type { Account, EventData, authRpc, profileUpdated } from '@inkling/contracts';
import { toAccount } from '../accounts/account-view.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { Usernames } from '../accounts/usernames.js';
import type { AccessToken } from '../sessions/access-token.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { Tables } from '../tables.js';

@Injectable()
export class ProfilesService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly usernames: Usernames,
  ) {}

  /** Throws `user-not-found`. */
  async get(userId: number): Promise<Account> {
    const account = await this.accounts.find(userId);
    if (!account) throw new ApiError('user-not-found');
    return toAccount(account);
  }

  /**
   * Sets name, username and, if there is a new one, the picture. This completes the profile, and the new access token
   * says so. The event names a replaced picture. Throws `unauthorized` if the session is not the user's or has ended,
   * and `username-taken`.
   */
  async saveProfile(input: RpcRequestOf<typeof authRpc.saveProfile>): Promise<{ account: Account } & AccessToken> {
    const account = await this.database.transaction(async (tx) => {
      const found = await this.accounts.findForUpdate(tx, input.userId);
      if (!found) throw new ApiError('unauthorized');
      await this.sessions.assertAlive(tx, input);
      const former = found.username;
      this.usernames.assertAllowed(input.username, former);
      const replaced = found.saveProfile(input);
      await this.accounts.save(tx, found);
      await this.usernames.change(tx, found, former);
      await this.accounts.publishProfile(tx, found, replaced);
      return found;
    });
    return { account: toAccount(account), ...this.sessions.accessToken(account, input.sessionId) };
  }

  /** At most `limit` profiles above the id `after`, each equal to its latest event. */
  exportProfiles(after: number, limit: number): Promise<EventData<typeof profileUpdated>[]> {
    return this.accounts.profilesAfter(after, limit);
  }

  /** The subset of `paths` that is in use. */
  usedPictures(paths: string[]): Promise<string[]> {
    return this.accounts.usedPictures(paths);
  }
}
