import { Inject } from '@nestjs/common';
import { SearchQuery, searchRpc, type SearchResults } from '@inkling/contracts';
import {
  CONFIG,
  PersonLimits,
  Rpc,
  RpcController,
  parseOrReject,
  type PersonLimit,
  type RpcRequestOf,
} from '@inkling/platform';
import type { SearchConfig } from '../config.js';
import { RecentSearches } from '../recent/recent-searches.js';
import { SearchService } from './search.service.js';

@RpcController()
export class SearchRpcController {
  readonly #limit: PersonLimit;

  constructor(
    private readonly searches: SearchService,
    private readonly recent: RecentSearches,
    limits: PersonLimits,
    @Inject(CONFIG) config: SearchConfig,
  ) {
    this.#limit = limits.limit('too-many-searches', {
      kind: 'searches',
      configured: config.SEARCHES_PER_MINUTE,
      inProduction: 60,
      seconds: 60,
    });
  }

  /** @throws ApiError `invalid-request`; `too-many-searches` */
  @Rpc(searchRpc.search)
  async search({ userId, newAccount, ...request }: RpcRequestOf<typeof searchRpc.search>): Promise<SearchResults> {
    const { q } = parseOrReject(SearchQuery, request);
    const results = await this.#limit.beside({ userId, newAccount }, () => this.searches.search(q, userId));
    this.recent.remember(userId, q);
    return results;
  }
}
