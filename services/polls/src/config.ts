import { z } from 'zod';

/** Environment particular to polls. */
export const PollsConfig = z.object({
  /** How long the first feed page is served from memory, without its viewers' own fields; 0 reads it every time. */
  FEED_CACHE_MS: z.coerce.number().int().min(0).max(10_000).default(250),
  /** Batches of votes that may be in the database at once. */
  VOTE_LANES: z.coerce.number().int().min(1).max(8).default(2),
  /** How often counted activity is added to the trending scores. */
  TRENDING_FLUSH_MS: z.coerce.number().int().min(10).max(60_000).default(5_000),
});
export type PollsConfig = z.infer<typeof PollsConfig>;
