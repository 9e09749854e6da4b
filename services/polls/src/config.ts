import { z } from 'zod';

/** A limit per person (docs/product.md#limits); its default is in `PollLimits`. */
const limit = () => z.coerce.number().int().min(1).max(1_000_000).optional();

/** Settings of the polls service alone. */
export const PollsConfig = z.object({
  /** How long the first feed page, without viewer fields, is cached; 0 reads it every time. */
  FEED_CACHE_MS: z.coerce.number().int().min(0).max(10_000).default(250),
  /** How long a viewer's recommended polls stay the same; 0 recommends none. */
  RECOMMENDATIONS_MS: z.coerce.number().int().min(0).max(3_600_000).default(60_000),
  /** Batches of votes that may be in the database at once. */
  VOTE_LANES: z.coerce.number().int().min(1).max(8).default(2),
  /** How often counted activity is added to the trending scores. */
  TRENDING_FLUSH_MS: z.coerce.number().int().min(10).max(60_000).default(5_000),
  /** Comments that one user may write within a minute; each replica counts for itself. */
  COMMENTS_PER_MINUTE: z.coerce.number().int().min(1).max(10_000).default(20),
  POLLS_PER_HOUR: limit(),
  POLLS_PER_DAY: limit(),
  COMMENTS_PER_TEN_MINUTES: limit(),
  /** Likes, saves and taking them back, together. */
  REACTIONS_PER_HOUR: limit(),
  /** Files of polls and profiles, together. */
  UPLOADS_PER_HOUR: limit(),
  /** How often the service looks for ended polls, to announce their end. */
  POLL_END_SWEEP_MS: z.coerce.number().int().min(10).max(600_000).default(3_000),
});
export type PollsConfig = z.infer<typeof PollsConfig>;
