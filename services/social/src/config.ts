import { z } from 'zod';

/** Environment particular to social. */
export const SocialConfig = z.object({
  /**
   * Milliseconds for which the part of the 'Recent Polls' strip that is the same for everyone is held; 0 reads it anew
   * each time.
   */
  FEATURED_CACHE_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
});
export type SocialConfig = z.output<typeof SocialConfig>;
