import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, type Transaction } from '@inkling/platform';
import type { SessionRevoked } from '@inkling/contracts';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuthConfig } from '../config.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { Tables } from '../tables.js';

/** The session that acts, and the user who it belongs to. */
export type ActingSession = Pick<SessionRevoked, 'userId' | 'sessionId'>;

/**
 * Sensitive acts need more than a session, whose cookie may be stolen: within the last `AUTH_PROOF_SECONDS` the session
 * must have begun, or its user must have proved again who they are (ADR 26). Every sensitive act calls `assert` in its
 * own transaction, after it has locked the account.
 */
@Injectable()
export class FreshProof {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly sessions: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly passkeys: PasskeysRepository,
  ) {}

  /**
   * Throws `proof-needed`, which says how this account can prove it, and `unauthorized` if the session has ended or
   * belongs to somebody else. The session cannot end before `tx` does.
   */
  async assert(tx: Transaction<Tables>, { userId, sessionId }: ActingSession): Promise<void> {
    const proved = await this.sessions.isProved(tx, sessionId, userId, this.config.AUTH_PROOF_SECONDS);
    if (proved === undefined) throw new ApiError('unauthorized');
    if (!proved) throw new ApiError('proof-needed', { extra: { proofs: await this.#ways(tx, userId) } });
  }

  /** The session's user has just proved who they are. Throws `unauthorized` as `assert` does. */
  async record(tx: Transaction<Tables>, { userId, sessionId }: ActingSession): Promise<void> {
    if (!(await this.sessions.setProved(tx, sessionId, userId))) throw new ApiError('unauthorized');
  }

  async #ways(tx: Transaction<Tables>, userId: number): Promise<string[]> {
    const account = await this.accounts.findForShare(tx, userId);
    return [
      ...(account?.passwordHash ? ['password' as const] : []),
      ...(account?.firebaseUid ? ['provider' as const] : []),
      ...((await this.passkeys.count(tx, userId)) > 0 ? ['passkey' as const] : []),
    ];
  }
}
