import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApiError, CONFIG, Database } from '@inkling/platform';
import type { AdminUser, Role } from '@inkling/contracts';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { ActionTokens } from '../action-tokens/action-tokens.js';
import { AuthConfig } from '../config.js';
import { AccountMail } from '../mail/account-mail.js';
import { OneTimeCodesRepository } from '../one-time-codes/one-time-codes.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { RoleChanges } from '../roles/role-changes.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import type { Tables } from '../tables.js';

/**
 * The operator's commands for accounts. `user` is an id, an email or a username; an unknown one throws
 * `user-not-found`.
 */
@Injectable()
export class AdminUsersService {
  readonly #logger = new Logger(AdminUsersService.name);

  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly repository: AdminUsersRepository,
    private readonly tokens: ActionTokens,
    private readonly sessions: SessionsService,
    private readonly codes: OneTimeCodesRepository,
    private readonly mail: AccountMail,
    private readonly roles: RoleChanges,
  ) {}

  /**
   * Accounts above the id `after`, found by id, or by the beginning of email, username or name; an empty query finds
   * all.
   */
  search(query: string, after: number, limit: number): Promise<AdminUser[]> {
    return this.repository.search(query.trim(), after, limit);
  }

  /** Disabling ends every session and invalidates mailed links. Repeating it changes nothing. */
  async setDisabled(user: string, disabled: boolean): Promise<AdminUser> {
    const { id } = await this.#resolve(user);
    const { changed, ended } = await this.database.transaction(async (tx) => {
      if (!(await this.accounts.findForUpdate(tx, id))) throw new ApiError('user-not-found');
      const now = await this.repository.setDisabled(tx, id, disabled);
      if (!disabled) return { changed: now, ended: [] };
      await this.tokens.withdrawAll(tx, id);
      return { changed: now, ended: await this.sessions.endAll(tx, id, 'disabled') };
    });
    this.sessions.publishRevoked(ended);
    return changed;
  }

  /** What the user may do beyond their own affairs. Repeating it changes nothing. */
  async setRole(user: string, role: Role): Promise<AdminUser> {
    const found = await this.#resolve(user);
    const before = await this.roles.change({ userId: found.id, role, by: null });
    if (before !== role) this.#logger.log(`The role of user ${found.id} changed from ${before} to ${role}`);
    return { ...found, role };
  }

  /** Switches one-time codes off for somebody who has neither their device nor recovery codes. */
  async switchOffCodes(user: string): Promise<{ user: AdminUser; wereOn: boolean }> {
    const found = await this.#resolve(user);
    const wereOn = await this.database.transaction(async (tx) => {
      if (!(await this.accounts.findForUpdate(tx, found.id))) throw new ApiError('user-not-found');
      return this.codes.remove(tx, found.id);
    });
    if (wereOn) this.#logger.log(`The one-time codes of user ${found.id} were switched off by the operator`);
    return { user: found, wereOn };
  }

  /** A single-use link to choose a new password. It replaces a link that was mailed before. */
  async resetPassword(user: string): Promise<{ user: AdminUser; link: string; expiresAt: string }> {
    const found = await this.#resolve(user);
    const issued = await this.tokens.issueResetFor(found.id, this.config.AUTH_ADMIN_RESET_TOKEN_SECONDS);
    if (!issued) throw new ApiError('user-not-found');
    return {
      user: found,
      link: this.mail.link('/reset-password', issued.token),
      expiresAt: issued.expiresAt.toISOString(),
    };
  }

  async #resolve(user: string): Promise<AdminUser> {
    const found = await this.repository.resolve(user.trim());
    if (!found) throw new ApiError('user-not-found');
    return found;
  }
}
