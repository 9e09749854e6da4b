import { z } from 'zod';

/** The environment variables of community. */
export const CommunityConfig = z.object({
  /** A limit per person (docs/product.md#limits). Default: see its use. */
  REPORTS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** Milliseconds until people are notified of an act; undoing it earlier notifies nobody. */
  ACT_NOTICE_DELAY_MS: z.coerce.number().int().min(0).max(3_600_000).default(10_000),
  /** More polls or comments of one person in ten minutes are pointed out to moderators. Defaults: see their use. */
  FLAG_POLLS_PER_TEN_MINUTES: z.coerce.number().int().min(1).max(1_000_000).optional(),
  FLAG_COMMENTS_PER_TEN_MINUTES: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** More votes on one poll in a minute are pointed out to moderators. Default: see its use. */
  FLAG_VOTES_PER_MINUTE: z.coerce.number().int().min(1).max(100_000_000).optional(),
});
export type CommunityConfig = z.infer<typeof CommunityConfig>;
