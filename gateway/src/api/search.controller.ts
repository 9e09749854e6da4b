import { Controller } from '@nestjs/common';
import { routes, searchRpc, type RecentSearch } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { newAccountOf } from '../session/limited.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { Input, Route, type RouteInput } from '../http/route.js';

/** Search, recent searches and trending topics (docs/product.md#search). */
@Controller()
export class SearchController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.search)
  search(@SignedIn() viewer: Viewer, @Input() { query }: RouteInput<typeof routes.search>): Promise<Buffer> {
    return this.rpc.callRaw(searchRpc.search, { userId: viewer.userId, q: query.q, ...newAccountOf(viewer) });
  }

  @Route(routes.recentSearches)
  async recent(@SignedIn() viewer: Viewer): Promise<RecentSearch[]> {
    return (await this.rpc.call(searchRpc.recent, { userId: viewer.userId })).searches;
  }

  @Route(routes.deleteRecentSearch)
  async forget(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.deleteRecentSearch>,
  ): Promise<void> {
    await this.rpc.call(searchRpc.deleteRecent, { userId: viewer.userId, searchId: params.id });
  }

  @Route(routes.trendingTopics)
  async topics(@SignedIn() viewer: Viewer): Promise<string[]> {
    return (await this.rpc.call(searchRpc.trendingTopics, { viewerId: viewer.userId })).topics;
  }
}
