import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, Database } from '@inkling/platform';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { ActionTokens } from '../action-tokens/action-tokens.js';
import { AuthConfig } from '../config.js';
import { AccountMail } from '../mail/account-mail.js';
import { AttemptLimits, settle } from '../sign-in/attempt-limits.js';

/** Proving by a mailed link that an email is one's own. */
@Injectable()
export class VerificationService {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly tokens: ActionTokens,
    private readonly limits: AttemptLimits,
    private readonly mail: AccountMail,
  ) {}

  /** Mails a link after the caller has gone on, unless the email is verified. */
  sendLater(accountId: number): void {
    this.mail.sendLater(async () => {
      const issued = await this.tokens.issueVerification(accountId, this.config.AUTH_VERIFY_TOKEN_SECONDS);
      return issued && { template: 'verify-email', to: issued.email, name: issued.name, link: this.mail.link('/verify-email', issued.token) };
    });
  }

  /** At the user's wish; for a verified email it does nothing. Throws `user-not-found`, `auth/too-many-requests`, `unavailable`. */
  async request(userId: number): Promise<void> {
    const account = await this.accounts.find(userId);
    if (!account) throw new ApiError('user-not-found');
    if (account.emailVerified) return;
    this.mail.assertRoom();
    await this.limits.mail(account.email);
    this.sendLater(userId);
  }

  /** Throws `auth/invalid-action-code`, `auth/expired-action-code`, `auth/too-many-requests`. */
  async confirm(token: string, ip: string): Promise<void> {
    const attempt = await this.limits.actionToken(ip);
    await settle(attempt, async () => {
      const accountId = await this.tokens.owner(token, 'verify-email');
      await this.database.transaction(async (tx) => {
        const account = await this.tokens.take(tx, token, 'verify-email', accountId);
        if (account.verifyEmail()) await this.accounts.saveAndAnnounce(tx, account);
      });
    });
  }
}
