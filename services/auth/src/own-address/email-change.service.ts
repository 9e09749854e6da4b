import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, Database, type Transaction } from '@inkling/platform';
import type { MailRequest, RpcReply, authRpc } from '@inkling/contracts';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { emailKey } from '../accounts/email.js';
import { ActionTokens } from '../action-tokens/action-tokens.js';
import { AuthConfig } from '../config.js';
import { assertDomainAllowed } from '../instance/mail-domains.js';
import { SettingsProjection } from '../instance/settings-projection.js';
import { AccountMail } from '../mail/account-mail.js';
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.js';
import { OneTimeCodesRepository } from '../one-time-codes/one-time-codes.repository.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';
import { RateLimits, settle } from '../rate-limits/rate-limits.js';
import { FreshProof, type ActingSession } from '../sensitive/fresh-proof.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { parseNewEmail } from '../sign-in/credentials.js';
import type { Tables } from '../tables.js';
import { EmailChangesRepository, type Found } from '../email-change/email-changes.repository.js';

/** Moves an account to another address: with a proof in the session, and one by the new mailbox. */
@Injectable()
export class EmailChangeService {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly repository: EmailChangesRepository,
    private readonly actionTokens: ActionTokens,
    private readonly passkeys: PasskeysRepository,
    private readonly codes: OneTimeCodesRepository,
    private readonly sessions: SessionsService,
    private readonly proof: FreshProof,
    private readonly limits: RateLimits,
    private readonly mail: AccountMail,
    private readonly settings: SettingsProjection,
  ) {}

  /**
   * Mails a link to the new address. Whether somebody else has that address is found out after the answer, and only its
   * owner is mailed. Throws `auth/invalid-email`, `email-unchanged`, `proof-needed`, `unauthorized`,
   * `too-many-requests`, `unavailable`.
   */
  async request(session: ActingSession, input: unknown, ip: string): Promise<void> {
    const email = parseNewEmail(input);
    assertDomainAllowed(email, (await this.settings.read()).blockedMailDomains);
    this.mail.assertQueueHasRoom();
    await this.database.transaction(async (tx) => {
      const account = await this.accounts.findForShare(tx, session.userId);
      if (!account) throw new ApiError('unauthorized');
      await this.proof.assert(tx, session);
      if (account.emailKey === emailKey(email)) throw new ApiError('email-unchanged');
    });
    await this.limits.mailRequest(ip);
    this.mail.sendLater(async () => {
      // Above the limit nothing is mailed, but the answer is the same.
      await this.limits.mail(email);
      return this.#prepare(session, email);
    });
  }

  async #prepare(session: ActingSession, email: string): Promise<MailRequest | undefined> {
    const owner = await this.accounts.findByEmail(email);
    if (owner) return { template: 'email-taken', to: owner.email, name: owner.emailVerified ? owner.name : '' };
    // Nobody has the address now, but an account can return to it for some days.
    if (await this.repository.isHeld(email, session.userId)) return undefined;
    const token = newOpaqueToken();
    await this.database.transaction(async (tx) => {
      if (!(await this.accounts.findForUpdate(tx, session.userId))) throw new ApiError('unauthorized');
      // A session that ended after the answer changes nothing more.
      await this.sessions.assertAlive(tx, session);
      await this.repository.request(tx, {
        accountId: session.userId,
        email,
        hash: hashOpaqueToken(token),
        lifetimeSeconds: this.config.AUTH_EMAIL_CHANGE_SECONDS,
      });
    });
    // Without a name: the address may be a stranger's.
    return { template: 'change-email', to: email, name: '', link: this.mail.link('/verify-email', token, 'change') };
  }

  /**
   * Changes the address with the token of a mailed link, in a session of the same account: who receives a stray mail
   * cannot lend an address to somebody else's account. Throws `auth/invalid-action-code` (also for another account's
   * link), `auth/expired-action-code`, `auth/email-already-in-use`, `unauthorized`, `too-many-requests`.
   */
  async confirm(
    session: ActingSession,
    token: string,
    ip: string,
  ): Promise<RpcReply<typeof authRpc.confirmEmailChange>> {
    const hash = hashOpaqueToken(token);
    const attempt = await this.limits.actionToken(ip);
    const { account, former } = await settle(attempt, async () => {
      assertUsable(await this.repository.findRequest(hash), session.userId);
      return this.database.transaction(async (tx) => {
        const found = await this.#lock(tx, session.userId);
        await this.sessions.assertAlive(tx, session);
        const email = await this.repository.takeRequest(tx, hash);
        if (email === undefined) throw new ApiError('auth/invalid-action-code');
        const before = { email: found.email, name: found.name, wasProved: found.emailVerified };
        found.moveTo(email);
        await this.accounts.saveAndPublish(tx, found);
        await this.repository.assertFree(tx, found);
        // Links that were mailed to the old address end.
        await this.actionTokens.withdrawAll(tx, found.id);
        return { account: found, former: before.wasProved ? await this.#keepWayBack(tx, found.id, before) : undefined };
      });
    });
    if (former) this.mail.sendLater(async () => former);
    return { access: await this.sessions.accessToken(account, session.sessionId) };
  }

  /** An address that was never proved may be a stranger's, and gets no way into the account. */
  async #keepWayBack(
    tx: Transaction<Tables>,
    accountId: number,
    { email, name }: { email: string; name: string },
  ): Promise<MailRequest> {
    const token = newOpaqueToken();
    await this.repository.keepFormer(tx, {
      accountId,
      email,
      hash: hashOpaqueToken(token),
      lifetimeSeconds: this.config.AUTH_EMAIL_RESTORE_SECONDS,
    });
    return { template: 'email-changed', to: email, name, link: this.mail.link('/verify-email', token, 'restore') };
  }

  /**
   * Restores an address with the token that was mailed to it. A thief may have changed it, so every way to sign in and
   * every session ends, and the answer is a token with which the owner chooses a password. Throws
   * `auth/invalid-action-code`, `auth/expired-action-code`, `too-many-requests`.
   */
  async restore(token: string, ip: string): Promise<RpcReply<typeof authRpc.restoreEmail>> {
    const hash = hashOpaqueToken(token);
    const attempt = await this.limits.actionToken(ip);
    return settle(attempt, async () => {
      const { accountId } = assertUsable(await this.repository.findFormer(hash));
      const ended = await this.database.transaction(async (tx) => {
        const found = await this.#lock(tx, accountId);
        const email = await this.repository.takeFormer(tx, hash, accountId);
        if (email === undefined) throw new ApiError('auth/invalid-action-code');
        found.moveTo(email);
        found.claimByMail();
        await this.accounts.saveAndPublish(tx, found);
        await this.passkeys.removeAll(tx, accountId);
        await this.codes.remove(tx, accountId);
        await this.actionTokens.withdrawAll(tx, accountId);
        return this.sessions.endAll(tx, accountId, 'claimed');
      });
      this.sessions.publishRevoked(ended);
      const issued = await this.actionTokens.issueResetFor(accountId, this.config.AUTH_RESET_TOKEN_SECONDS);
      return { ...(issued && { passwordToken: issued.token }) };
    });
  }

  async #lock(tx: Transaction<Tables>, accountId: number): Promise<AccountEntity> {
    const account = await this.accounts.findForUpdate(tx, accountId);
    if (!account) throw new ApiError('auth/invalid-action-code');
    return account;
  }
}

/** Throws `auth/invalid-action-code` for an unknown link or one of another account, `auth/expired-action-code`. */
function assertUsable(found: Found | undefined, userId = found?.accountId): Found {
  if (!found || found.accountId !== userId) throw new ApiError('auth/invalid-action-code');
  if (found.expired) throw new ApiError('auth/expired-action-code');
  return found;
}
