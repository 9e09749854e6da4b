import { z } from 'zod';

/** Environment particular to search: none so far. */
export const SearchConfig = z.object({});
