import { SearchQuery, searchRpc, type SearchResults } from '@inkling/contracts';
import { Rpc, RpcController, parseOrReject, type RpcRequestOf } from '@inkling/platform';
import { RecentSearches } from '../recent/recent-searches.js';
import { SearchService } from './search.service.js';

@RpcController()
export class SearchRpcController {
  constructor(
    private readonly searches: SearchService,
    private readonly recent: RecentSearches,
  ) {}

  @Rpc(searchRpc.search)
  async search({ userId, ...request }: RpcRequestOf<typeof searchRpc.search>): Promise<SearchResults> {
    const { q } = parseOrReject(SearchQuery, request);
    const results = await this.searches.search(q);
    this.recent.remember(userId, q);
    return results;
  }
}
