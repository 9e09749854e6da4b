import { z } from 'zod';
import { Id } from '../common.js';
import { RecentSearch, SearchResults, TrendingTopics } from '../http/search.js';
import { Limited, rpc } from './define.js';

const OfUser = z.object({ userId: Id });

export const searchRpc = {
  search: rpc('search.query', OfUser.extend({ ...Limited, q: z.string() }), SearchResults, { retry: true }),
  recent: rpc('search.recent', OfUser, z.object({ searches: z.array(RecentSearch) }), { retry: true }),
  deleteRecent: rpc('search.recent.delete', OfUser.extend({ searchId: Id }), z.object({})),
  /** Without a viewer: what anyone may see. With one, without topics that only polls of users have whom they hid. */
  trendingTopics: rpc('search.topics', z.object({ viewerId: Id.optional() }), z.object({ topics: TrendingTopics }), {
    retry: true,
  }),
};
