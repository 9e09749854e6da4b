import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, Database, PersonLimits, type PersonLimit, type RpcRequestOf } from '@inkling/platform';
import type { Account, EventData, ModeratedPerson, authRpc, profileUpdated } from '@inkling/contracts';
import { toAccount } from '../accounts/account-view.js';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { Usernames } from '../accounts/usernames.js';
import type { AccessToken } from '../sessions/access-token.js';
import type { AuthConfig } from '../config.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountRights } from '../rights/account-rights.js';
import type { Tables } from '../tables.js';

const WEEK_S = 7 * 24 * 3_600;

@Injectable()
export class ProfilesService {
  readonly #renames: PersonLimit;

  constructor(
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly usernames: Usernames,
    private readonly rights: AccountRights,
    limits: PersonLimits,
    @Inject(CONFIG) config: AuthConfig,
  ) {
    this.#renames = limits.limit('too-many-renames', {
      kind: 'renames',
      configured: config.RENAMES_PER_WEEK,
      inProduction: 2,
      seconds: WEEK_S,
    });
  }

  /** Throws `user-not-found`. */
  async get(userId: number): Promise<Account> {
    const account = await this.accounts.find(userId);
    if (!account) throw new ApiError('user-not-found');
    return this.rights.view(account);
  }

  /**
   * Sets name, username and, if there is a new one, the picture. This completes the profile, and the new access token
   * says so. The event names a replaced picture. Another name or username counts as a rename; completing the profile
   * does not. Throws `unauthorized` if the session is not the user's or has ended, `username-taken` and
   * `too-many-renames`.
   */
  async saveProfile(input: RpcRequestOf<typeof authRpc.saveProfile>): Promise<{ account: Account } & AccessToken> {
    const before = await this.accounts.find(input.userId);
    const account = await (before && isRename(before, input)
      ? this.#renames.during(input, () => this.#save(input))
      : this.#save(input));
    return { account: toAccount(account), ...(await this.sessions.accessToken(account, input.sessionId)) };
  }

  #save(input: RpcRequestOf<typeof authRpc.saveProfile>): Promise<AccountEntity> {
    return this.database.transaction(async (tx) => {
      const found = await this.accounts.findForUpdate(tx, input.userId);
      if (!found) throw new ApiError('unauthorized');
      await this.sessions.assertAlive(tx, input);
      const former = found.username;
      await this.usernames.assertAllowed(tx, input.username, former);
      const replaced = found.saveProfile(input);
      await this.accounts.save(tx, found);
      await this.usernames.change(tx, found, former);
      await this.accounts.publishProfile(tx, found, replaced);
      return found;
    });
  }

  /** At most `limit` profiles above the id `after`, each equal to its latest event. */
  exportProfiles(after: number, limit: number): Promise<EventData<typeof profileUpdated>[]> {
    return this.accounts.profilesAfter(after, limit);
  }

  /** Those of the people who have an account. */
  async persons(userIds: readonly number[]): Promise<ModeratedPerson[]> {
    const rows = await this.database.kysely
      .selectFrom('accounts')
      .select(['id', 'name', 'username', 'profile_picture as profilePicture', 'created_at as joinedAt'])
      .where('id', 'in', userIds)
      .execute();
    return rows.map(({ joinedAt, ...person }) => ({ ...person, joinedAt: joinedAt.toISOString() }));
  }

  countAccounts(): Promise<number> {
    return this.accounts.count();
  }

  /** The subset of `paths` that is in use. */
  usedPictures(paths: string[]): Promise<string[]> {
    return this.accounts.usedPictures(paths);
  }
}

/** Whether the new profile gives a completed one another name or username. */
const isRename = (account: AccountEntity, profile: { name: string; username: string }): boolean =>
  account.hasCompletedProfile &&
  (account.name !== profile.name || account.username !== profile.username.normalize('NFC'));
