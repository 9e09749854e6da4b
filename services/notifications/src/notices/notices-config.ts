import { z } from 'zod';

/** Environment of notices. */
export const NoticesConfig = z.object({
  /** Votes on a poll from one named vote notice to the next; 1 names someone every time (decisions, Anonymity). */
  VOTE_NOTICE_MIN_VOTERS: z.coerce.number().int().min(1).max(1_000_000).default(5),
  /** Milliseconds between two changes of one notice, and between two live messages to one user. */
  NOTICE_INTERVAL_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
});
export type NoticesConfig = z.infer<typeof NoticesConfig>;
