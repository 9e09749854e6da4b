import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, Database, ProofsOfWork } from '@inkling/platform';
import type { MailRequest } from '@inkling/contracts';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { ActionTokens } from '../action-tokens/action-tokens.js';
import { AuthConfig } from '../config.js';
import { LocalIdentity } from '../identity/local-identity.js';
import { AccountMail } from '../mail/account-mail.js';
import { OneTimeCodesRepository } from '../one-time-codes/one-time-codes.repository.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';
import { RateLimits, settle } from '../rate-limits/rate-limits.js';
import { FreshProof } from '../sensitive/fresh-proof.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { parseEmail, parseNewPassword } from '../sign-in/credentials.js';
import type { Tables } from '../tables.js';

/** Sets a new password: with a mailed link, or with the current password. */
@Injectable()
export class PasswordsService {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly tokens: ActionTokens,
    private readonly passkeys: PasskeysRepository,
    private readonly codes: OneTimeCodesRepository,
    private readonly identity: LocalIdentity,
    private readonly sessions: SessionsService,
    private readonly proof: FreshProof,
    private readonly limits: RateLimits,
    private readonly mail: AccountMail,
    private readonly work: ProofsOfWork,
  ) {}

  /**
   * Mails a link to choose a new password if an account has this email. The look-up happens after the answer, so that
   * neither the answer nor its timing reveals whether one does. Throws `auth/invalid-email`, `proof-of-work-needed`,
   * `too-many-requests`, `unavailable`.
   */
  async requestReset(input: unknown, proofOfWork: string | undefined, ip: string): Promise<void> {
    const email = parseEmail(input);
    await this.work.use(this.database.kysely, 'password-reset', proofOfWork);
    this.mail.assertQueueHasRoom();
    await this.limits.mailRequest(ip);
    this.mail.sendLater(async () => {
      // Above the limit nothing is mailed, but the answer is the same. Earlier mails still work.
      await this.limits.mail(email);
      const issued = await this.tokens.issueReset(email, this.config.AUTH_RESET_TOKEN_SECONDS);
      return (
        issued && {
          template: 'password-reset',
          to: issued.email,
          name: issued.name,
          link: this.mail.link('/reset-password', issued.token),
        }
      );
    });
  }

  /**
   * Sets a password with the token of a mailed link, which also proves the email. Ends every session. Throws
   * `auth/weak-password`, `auth/invalid-action-code`, `auth/expired-action-code`, `too-many-requests`, `unavailable`.
   */
  async confirmReset(token: string, newPassword: string, ip: string): Promise<void> {
    const password = parseNewPassword(newPassword);
    const attempt = await this.limits.actionToken(ip);
    const { account, ended } = await settle(attempt, async () => {
      // Taking the token in the transaction decides; this check only saves computing a hash.
      const accountId = await this.tokens.owner(token, 'password-reset');
      const passwordHash = await this.identity.hash(password);
      return this.database.transaction(async (tx) => {
        const found = await this.tokens.take(tx, token, 'password-reset', accountId);
        if (found.resetPassword(passwordHash)) {
          // Before this first proof the account may have been a stranger's.
          await this.passkeys.removeAll(tx, accountId);
          await this.codes.remove(tx, accountId);
          await this.accounts.saveAndPublish(tx, found);
        } else await this.accounts.save(tx, found);
        await this.tokens.withdrawAll(tx, accountId);
        return { account: found, ended: await this.sessions.endAll(tx, accountId, 'password') };
      });
    });
    this.sessions.publishRevoked(ended);
    this.#mailPasswordChanged(account);
  }

  /**
   * Replaces the current password; an account without one needs a fresh proof instead. Ends all other sessions and
   * invalidates mailed links. Throws `auth/weak-password`, `auth/wrong-password`, `proof-needed`, `unauthorized` (the
   * session has ended), `auth/too-many-requests`, `unavailable`.
   */
  async change(input: {
    userId: number;
    sessionId: string;
    currentPassword?: string | undefined;
    newPassword: string;
  }): Promise<void> {
    const password = parseNewPassword(input.newPassword);
    const attempt = await this.limits.passwordEntry(input.userId);
    const { account, ended } = await settle(attempt, async () => {
      const known = await this.accounts.find(input.userId);
      if (!known) throw new ApiError('unauthorized');
      if (!(await this.identity.isPasswordOf(known, input.currentPassword)))
        throw new ApiError('auth/wrong-password', { message: 'The current password is not right.' });
      const passwordHash = await this.identity.hash(password);
      return this.database.transaction(async (tx) => {
        const found = await this.accounts.findForUpdate(tx, input.userId);
        if (!found) throw new ApiError('unauthorized');
        if (found.passwordHash === null) await this.proof.assert(tx, input);
        else await this.proof.record(tx, input);
        // Another change came in between, so the checked password is no longer the current one.
        if (found.passwordHash !== known.passwordHash)
          throw new ApiError('auth/wrong-password', { message: 'The current password is not right.' });
        found.passwordHash = passwordHash;
        await this.accounts.save(tx, found);
        await this.tokens.withdrawAll(tx, found.id, 'password-reset');
        return { account: found, ended: await this.sessions.endAll(tx, found.id, 'password', input.sessionId) };
      });
    });
    this.sessions.publishRevoked(ended);
    this.#mailPasswordChanged(account);
  }

  #mailPasswordChanged({ email, emailVerified, name }: AccountEntity): void {
    this.mail.sendLater(async () => {
      // An unproved address may be a stranger's, so mails to it are limited.
      if (!emailVerified) await this.limits.mail(email);
      return { template: 'password-changed', to: email, name: emailVerified ? name : '' } satisfies MailRequest;
    });
  }
}
