import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@inkling/platform';
import { z } from 'zod';
import type { AccountEntity } from '../accounts/account.entity.js';

/** How the first step identified the person. */
export type FirstStep = 'password' | 'provider';

const Claims = z.object({
  account: z.int().positive(),
  step: z.enum(['password', 'provider']),
  /** Of the password or provider that was right, so that a challenge ends when either changes. */
  credential: z.string(),
  /** Milliseconds since 1970. */
  expires: z.number(),
});
export type Challenge = z.infer<typeof Claims>;

/**
 * The token between the two steps of a sign-in. It is signed and not stored, because it opens nothing by itself: the
 * second step still needs a code, which counts once.
 */
export class SignInChallenges {
  readonly #key: Buffer;
  readonly #lifetimeMs: number;

  constructor(secret: string, lifetimeSeconds: number) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'sign-in-challenge', 32));
    this.#lifetimeMs = lifetimeSeconds * 1_000;
  }

  issue(account: AccountEntity, step: FirstStep): string {
    const claims: Challenge = {
      account: account.id,
      step,
      credential: this.#credentialOf(account, step),
      expires: Date.now() + this.#lifetimeMs,
    };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `${payload}.${this.#sign(payload)}`;
  }

  /** Throws `auth/sign-in-expired`, also for a token that is not ours. */
  open(token: string): Challenge {
    const [payload = '', signature = ''] = token.split('.');
    const expected = Buffer.from(this.#sign(payload));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new ApiError('auth/sign-in-expired');
    const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    if (claims.expires <= Date.now()) throw new ApiError('auth/sign-in-expired');
    return claims;
  }

  /** Whether what was right in the first step is still so. */
  holds({ account, step, credential }: Challenge, now: AccountEntity): boolean {
    return account === now.id && credential === this.#credentialOf(now, step);
  }

  #credentialOf({ passwordHash, firebaseUid }: AccountEntity, step: FirstStep): string {
    return this.#sign(`${step} ${(step === 'password' ? passwordHash : firebaseUid) ?? ''}`);
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}
