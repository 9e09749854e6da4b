import { z } from 'zod';

/** Environment particular to search. */
export const SearchConfig = z.object({
  /** Milliseconds after which a search is given up and answers with what it has. */
  SEARCH_TIMEOUT_MS: z.coerce.number().int().min(50).max(10_000).default(1_000),
  /** How often counted activity is added to the topics' scores. */
  TOPICS_FLUSH_MS: z.coerce.number().int().min(10).max(60_000).default(5_000),
  /** How long the trending topics are served from memory; 0 reads them every time. */
  TOPICS_CACHE_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
});
export type SearchConfig = z.infer<typeof SearchConfig>;
