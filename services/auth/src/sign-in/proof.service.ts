import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, Database } from '@inkling/platform';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuthConfig } from '../config.js';
import { FirebaseIdentity } from '../identity/firebase-identity.js';
import { LocalIdentity } from '../identity/local-identity.js';
import { RateLimits, settle } from '../rate-limits/rate-limits.js';
import type { Tables } from '../tables.js';
import { FreshProof, type ActingSession } from '../sensitive/fresh-proof.js';

/** What a person proves with: the account's password, or a token of a new sign-in at the identity provider. */
interface Evidence {
  password?: string | undefined;
  idToken?: string | undefined;
}

/** Takes a proof of who uses a session. */
@Injectable()
export class ProofService {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly local: LocalIdentity,
    private readonly firebase: FirebaseIdentity,
    private readonly proof: FreshProof,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Renews the session's proof. Throws `auth/wrong-password` (also for an account without a password),
   * `auth/invalid-id-token`, `google-unavailable`, `unauthorized` (the session has ended), `auth/too-many-requests`,
   * `unavailable`.
   */
  async prove(session: ActingSession, evidence: Evidence): Promise<void> {
    const attempt = await this.limits.passwordEntry(session.userId);
    await settle(attempt, async () => {
      const known = await this.accounts.find(session.userId);
      if (!known) throw new ApiError('unauthorized');
      await this.#check(known, evidence);
      await this.database.transaction(async (tx) => {
        const found = await this.accounts.findForShare(tx, session.userId);
        // The password or the provider changed during the check.
        if (found?.passwordHash !== known.passwordHash || found.firebaseUid !== known.firebaseUid)
          throw new ApiError('auth/wrong-password');
        await this.proof.record(tx, session);
      });
    });
  }

  async #check(account: AccountEntity, { password, idToken }: Evidence): Promise<void> {
    if (idToken !== undefined) {
      await this.firebase.assertRecent(account, idToken, this.config.AUTH_PROOF_SECONDS);
      return;
    }
    if (account.passwordHash === null || !(await this.local.isPasswordOf(account, password)))
      throw new ApiError('auth/wrong-password', { message: 'The password is not right.' });
  }
}
