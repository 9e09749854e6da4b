import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { admissionRpc, signUpRequested } from '@inkling/contracts';
import { ApiError, Database, RpcClient, type Transaction } from '@inkling/platform';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { assertDomainAllowed } from '../instance/mail-domains.js';
import { SettingsProjection } from '../instance/settings-projection.js';
import { RateLimits, settle } from '../rate-limits/rate-limits.js';
import type { Tables } from '../tables.js';

/** Community keeps a reserved place for longer than this before it asks whether there is an account. */
const RESERVED_MS = 60_000;

/** How the person of a new account was admitted. */
export interface Ticket {
  readonly invitation?: string | undefined;
  readonly answer?: string | undefined;
}

/** How somebody may join. */
export interface Admitted {
  /** A moderator has to approve first; the answer to the operator's question. */
  readonly request?: { readonly answer: string | null };
  /** The place that an invitation reserves, and when that was. */
  readonly invitation?: { readonly key: string; readonly at: number };
}

/** Who may join: the sign-up modes of the instance (docs/product.md#who-may-join, ADR 34). */
@Injectable()
export class Admission {
  readonly #logger = new Logger(Admission.name);

  constructor(
    private readonly database: Database<Tables>,
    private readonly settings: SettingsProjection,
    private readonly accounts: AccountsRepository,
    private readonly limits: RateLimits,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Creates an account for somebody who may join: `create` gets what they came with and passes it to `enter`. Throws
   * `email-domain-blocked`, `sign-up-closed`, `invitation-needed`, `answer-needed`, errors of `admissionRpc.redeem`,
   * `too-many-requests`, and what `create` throws.
   */
  async admit<T extends { account: { id: number } }>(
    email: string,
    ticket: Ticket,
    ip: string,
    create: (admitted: Admitted) => Promise<T>,
  ): Promise<T> {
    const admitted = await this.#decide(email, ticket, ip);
    const key = admitted.invitation?.key;
    if (key === undefined) return create(admitted);
    try {
      const created = await create(admitted);
      this.#settle(key, created.account.id);
      return created;
    } catch (error) {
      // After any other failure the account may exist; community asks about it later.
      if (error instanceof ApiError && error.status < 500) this.#settle(key, null);
      throw error;
    }
  }

  /** Stores how the person was admitted. Call it in the transaction that creates the account, before it is saved. */
  mark(account: AccountEntity, { invitation, request }: Admitted): void {
    // After that time community may have given the place to somebody else.
    if (invitation && Date.now() - invitation.at > RESERVED_MS) throw new ApiError('unavailable');
    account.invitationKey = invitation?.key ?? null;
    account.waitingSince = request ? new Date() : null;
  }

  /** Publishes the request to join, in the same transaction. */
  async announce(tx: Transaction<Tables>, account: AccountEntity, { request }: Admitted): Promise<void> {
    if (!request || !account.waitingSince) return;
    const { id: userId, email, waitingSince } = account;
    await tx.publish(signUpRequested, {
      userId,
      email,
      answer: request.answer,
      requestedAt: waitingSince.toISOString(),
    });
  }

  /** What an invitation says. Guessing codes is limited by network, together with redeeming them. */
  async preview(code: string, ip: string) {
    const attempt = await this.limits.invitationCode(ip);
    return settle(attempt, () => this.rpc.call(admissionRpc.preview, { code }));
  }

  /** The accounts that were created with these reserved places. */
  async invited(keys: readonly string[]): Promise<{ key: string; userId: number }[]> {
    if (keys.length === 0) return [];
    return this.database.kysely
      .selectFrom('accounts')
      .select(['invitation_key as key', 'id as userId'])
      .where('invitation_key', 'in', keys)
      .$narrowType<{ key: string }>()
      .execute();
  }

  async #decide(email: string, { invitation, answer }: Ticket, ip: string): Promise<Admitted> {
    const { signUp, blockedMailDomains } = await this.settings.read();
    assertDomainAllowed(email, blockedMailDomains);
    // The first account is possible in every mode.
    if (signUp.mode === 'open' || (await this.accounts.nobodyYet())) return {};
    if (invitation !== undefined) return this.#redeem(invitation, signUp.mode === 'closed', ip);
    if (signUp.mode === 'closed') throw new ApiError('sign-up-closed');
    if (signUp.mode === 'invitation') throw new ApiError('invitation-needed');
    if (signUp.question !== null && answer === undefined) throw new ApiError('answer-needed');
    return { request: { answer: signUp.question === null ? null : (answer ?? null) } };
  }

  async #redeem(code: string, operatorOnly: boolean, ip: string): Promise<Admitted> {
    const at = Date.now();
    const key = randomUUID();
    const attempt = await this.limits.invitationCode(ip);
    await settle(attempt, () => this.rpc.call(admissionRpc.redeem, { code, key, operatorOnly }));
    return { invitation: { key, at } };
  }

  /** A message that is lost does no harm: community asks for the accounts of reserved places. */
  #settle(key: string, userId: number | null): void {
    this.rpc
      .call(admissionRpc.settle, { key, userId })
      .catch(() => this.#logger.warn('Community was not told how a sign-up by invitation ended; it will ask'));
  }
}
