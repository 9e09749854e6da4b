import { z } from 'zod';

/** Settings of the services that ask for proofs of work (ADR 34). */
export const ProofOfWorkConfig = z.object({
  /** Signs challenges; the same for all processes. Without it each process makes its own, which suits one process. */
  POW_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** The most tries that a proof of work takes; half as many on average. 0 asks for none. */
  POW_DIFFICULTY: z.coerce.number().int().min(0).max(1_000_000).default(400),
});
export type ProofOfWorkConfig = z.infer<typeof ProofOfWorkConfig>;
