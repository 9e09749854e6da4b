import { z } from 'zod';
import { SEARCH_MAX, SEARCH_MIN } from '../constants.js';
import { Id, IdText } from '../common.js';
import { Author } from '../author.js';

/** `GET /api/search?q=`: two characters or more (docs/product.md#search). */
export const SearchQuery = z.object({
  q: z
    .string({ error: 'q is what to search for' })
    // eslint-disable-next-line no-control-regex
    .overwrite((text) => text.replace(/[\u0000-\u001f\u007f]/g, ' ').normalize('NFC'))
    .trim()
    .min(SEARCH_MIN, `A search needs at least ${SEARCH_MIN} characters`)
    .max(SEARCH_MAX, `A search can have at most ${SEARCH_MAX} characters`),
});

export const PollHit = z.object({ id: Id, question: z.string(), votesCount: z.int().min(0) });
/** Users first by exact username, polls by how well they match (docs/product.md#search). */
export const SearchResults = z.object({ users: z.array(Author), polls: z.array(PollHit) });
export type SearchResults = z.infer<typeof SearchResults>;

export const RecentSearch = z.object({ id: Id, query: z.string() });
export type RecentSearch = z.infer<typeof RecentSearch>;
export const RecentSearchParam = z.object({ id: IdText });

/** Each begins with `#`. */
export const TrendingTopics = z.array(z.string());
