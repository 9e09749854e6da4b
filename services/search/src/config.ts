import { z } from 'zod';

/** The environment variables of search. */
export const SearchConfig = z.object({
  /** Timeout of a search, which then answers with the results that it has. */
  SEARCH_TIMEOUT_MS: z.coerce.number().int().min(50).max(10_000).default(1_000),
  /** Interval at which counted activity is added to the scores of topics. */
  TOPICS_FLUSH_MS: z.coerce.number().int().min(10).max(60_000).default(5_000),
  /** How long trending topics are cached; 0 reads them every time. */
  TOPICS_CACHE_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
  /** A limit per person (docs/product.md#limits). Default: see its use. */
  SEARCHES_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
export type SearchConfig = z.infer<typeof SearchConfig>;
