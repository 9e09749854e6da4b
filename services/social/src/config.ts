import { z } from 'zod';

/** Environment particular to social. */
export const SocialConfig = z.object({
  /**
   * Milliseconds for which the common part of the 'Recent Polls' strip is cached; 0 reads it for each request.
   */
  FEATURED_CACHE_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
  /** A limit per person (docs/product.md#limits). Default: see its use. */
  FOLLOWS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
export type SocialConfig = z.output<typeof SocialConfig>;
