import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, Database } from '@inkling/platform';
import type { MailRequest, RpcReply, SessionRevoked, authRpc } from '@inkling/contracts';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { ActionTokens } from '../action-tokens/action-tokens.js';
import { AuthConfig } from '../config.js';
import { AccountMail } from '../mail/account-mail.js';
import { OneTimeCodesRepository } from '../one-time-codes/one-time-codes.repository.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';
import { RateLimits, settle } from '../rate-limits/rate-limits.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { Tables } from '../tables.js';

type Proof = RpcReply<typeof authRpc.verifyEmail>;

/** Verifies an email with a mailed link. */
@Injectable()
export class VerificationService {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly tokens: ActionTokens,
    private readonly passkeys: PasskeysRepository,
    private readonly sessions: SessionsService,
    private readonly codes: OneTimeCodesRepository,
    private readonly limits: RateLimits,
    private readonly mail: AccountMail,
  ) {}

  /** Mails a link to a new account, without making the caller wait, unless the mailbox has received too many. */
  sendWelcome({ id, email }: Pick<AccountEntity, 'id' | 'email'>): void {
    this.mail.sendLater(async () => {
      await this.limits.mail(email);
      return this.#prepare(id);
    });
  }

  /** Undefined if the email is already verified. */
  async #prepare(accountId: number): Promise<MailRequest | undefined> {
    const issued = await this.tokens.issueVerification(accountId, this.config.AUTH_VERIFY_TOKEN_SECONDS);
    if (!issued) return undefined;
    const link = this.mail.link('/verify-email', issued.token);
    return { template: 'verify-email', to: issued.email, name: issued.name, link };
  }

  /**
   * Mails another link at the user's request; does nothing for a verified email. Throws `user-not-found`,
   * `too-many-requests`, `unavailable`.
   */
  async request(userId: number): Promise<void> {
    const account = await this.accounts.find(userId);
    if (!account) throw new ApiError('user-not-found');
    if (account.emailVerified) return;
    this.mail.assertQueueHasRoom();
    await this.limits.mail(account.email);
    this.mail.sendLater(() => this.#prepare(userId));
  }

  /**
   * Proves the email with the token of a mailed link. In the account's own session (`session`), everything stays and
   * the answer is a new access token. Otherwise a stranger may have created the account: its password, provider,
   * passkeys, codes and sessions are removed, and the answer is a token with which the owner chooses a password. Throws
   * `auth/invalid-action-code`, `auth/expired-action-code`, `too-many-requests`.
   */
  async confirm(token: string, session: SessionRevoked | undefined, ip: string): Promise<Proof> {
    const attempt = await this.limits.actionToken(ip);
    return settle(attempt, async () => {
      const accountId = await this.tokens.owner(token, 'verify-email');
      const { account, ended } = await this.database.transaction(async (tx) => {
        const found = await this.tokens.take(tx, token, 'verify-email', accountId);
        const own = session?.userId === accountId && (await this.sessions.isAlive(tx, session));
        if (own) {
          found.verifyEmail();
          await this.accounts.saveAndPublish(tx, found);
          return { account: found, ended: null };
        }
        found.claimByMail();
        await this.accounts.saveAndPublish(tx, found);
        await this.tokens.withdrawAll(tx, accountId);
        await this.passkeys.removeAll(tx, accountId);
        await this.codes.remove(tx, accountId);
        return { account: found, ended: await this.sessions.endAll(tx, accountId, 'claimed') };
      });
      if (ended === null) return { access: await this.sessions.accessToken(account, session!.sessionId) };
      this.sessions.publishRevoked(ended);
      const issued = await this.tokens.issueResetFor(accountId, this.config.AUTH_RESET_TOKEN_SECONDS);
      return { ...(issued && { passwordToken: issued.token }) };
    });
  }
}
