import { z } from 'zod';

/** Environment of notices. */
export const NoticesConfig = z.object({
  /**
   * How many votes an author may know and still not learn a named voter's option (ADR 5). A vote notice names somebody
   * only when so many voters may be named, and when more votes than this, since the last draw, are for other options
   * than the leading one. 1 names someone every time, which tells the author more.
   */
  VOTE_NOTICE_MIN_VOTERS: z.coerce.number().int().min(1).max(1_000_000).default(5),
  /** Milliseconds between two changes of one notice, and between two live messages to one user. */
  NOTICE_INTERVAL_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
});
export type NoticesConfig = z.infer<typeof NoticesConfig>;
