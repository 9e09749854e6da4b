import { z } from 'zod';

/** The environment variables of community. */
export const CommunityConfig = z.object({
  /** A limit per person (docs/product.md#limits). Default: see its use. */
  REPORTS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
export type CommunityConfig = z.infer<typeof CommunityConfig>;
