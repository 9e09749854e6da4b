import type { AccountEntity } from '../accounts/account.entity.js';

/**
 * Verifies who a person is. The local provider takes email and password; a provider that checks a token from elsewhere
 * implements the same method with that token as `Proof`, and links accounts only by a verified email (ADR 15).
 */
export interface IdentityProvider<Proof, Found = AccountEntity> {
  /** The account that `proof` belongs to. Throws an `auth/...` ApiError when it proves nothing. */
  identify(proof: Proof): Promise<Found>;
}
