import { searchRpc, type RecentSearch } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { RecentSearches } from './recent-searches.js';

@RpcController()
export class RecentRpcController {
  constructor(private readonly recent: RecentSearches) {}

  @Rpc(searchRpc.recent)
  async list({ userId }: RpcRequestOf<typeof searchRpc.recent>): Promise<{ searches: RecentSearch[] }> {
    return { searches: await this.recent.list(userId) };
  }

  @Rpc(searchRpc.deleteRecent)
  async forget({ userId, searchId }: RpcRequestOf<typeof searchRpc.deleteRecent>): Promise<object> {
    await this.recent.forget(userId, searchId);
    return {};
  }
}
