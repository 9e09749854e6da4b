import { Injectable } from '@nestjs/common';
import { ApiError, Database } from '@inkling/platform';
import { profileUpdated, type Account, type ProfileBody } from '@inkling/contracts';
import { SessionsService } from '../sessions/sessions.service.js';
import type { AccessToken } from '../sessions/access-token.js';
import { toAccount, toProfileUpdated } from './account-view.js';
import { AccountsRepository } from './accounts.repository.js';

@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
  ) {}

  /** Throws `user-not-found`. */
  async get(userId: number): Promise<Account> {
    const account = await this.accounts.find(userId);
    if (!account) throw new ApiError('user-not-found');
    return toAccount(account);
  }

  /**
   * Sets name and username, which completes the profile, and answers with an access token that says so. Throws
   * `unauthorized` when the session is not the user's or no longer alive, `username-taken` (spec 5: the server decides).
   */
  async saveProfile(input: ProfileBody & { userId: number; sessionId: string }): Promise<{ account: Account } & AccessToken> {
    const account = await this.database.transaction(async (tx) => {
      await this.sessions.assertAlive(tx, input);
      const found = await this.accounts.findForUpdate(tx, input.userId);
      if (!found) throw new ApiError('unauthorized');
      found.saveProfile(input);
      await this.accounts.save(tx, found);
      await tx.publish(profileUpdated, toProfileUpdated(found));
      return found;
    });
    return { account: toAccount(account), ...this.sessions.accessToken(account, input.sessionId) };
  }
}
