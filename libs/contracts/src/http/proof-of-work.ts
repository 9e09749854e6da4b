import { z } from 'zod';

/** What a proof of work may be sent with (docs/product.md#proof-of-work). */
export const WORK_PURPOSES = ['sign-up', 'password-reset', 'contact'] as const;
export const WorkPurpose = z.enum(WORK_PURPOSES);
export type WorkPurpose = z.infer<typeof WorkPurpose>;

/** The paths of the requests that take a proof of work. */
export const WORK_OF_PATH: Readonly<Record<string, WorkPurpose>> = {
  '/api/auth/signup': 'sign-up',
  '/api/auth/password-reset': 'password-reset',
  '/api/contact': 'contact',
};

/** `GET /api/proof-of-work?for=sign-up`. */
export const WorkQuery = z.object({ for: WorkPurpose });

/**
 * A challenge in the form of ALTCHA's proof of work, version 2, which its solvers for several languages understand. The
 * signature covers all parameters.
 */
export const WorkChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    /** Rounds of the key derivation for one try. */
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** Seconds since 1970. */
    expiresAt: z.int(),
    data: z.object({ for: WorkPurpose }),
  }),
  signature: z.string(),
});
export type WorkChallenge = z.infer<typeof WorkChallenge>;

/** Null where this server asks for no proof of work. */
export const OfferedWork = z.object({ challenge: WorkChallenge.nullable() });
export type OfferedWork = z.infer<typeof OfferedWork>;

/** The field of a body: base64 of the JSON `{challenge, solution}`, as ALTCHA's solvers make it. */
export const ProofOfWork = z.string().max(4_000).optional();

/** What `ProofOfWork` holds. */
export const SolvedWork = z.object({
  challenge: WorkChallenge,
  solution: z.object({ counter: z.int().min(0), derivedKey: z.string().max(200) }),
});
export type SolvedWork = z.infer<typeof SolvedWork>;
