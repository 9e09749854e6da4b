import { searchRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { TrendingTopics } from './trending-topics.js';

@RpcController()
export class TopicsRpcController {
  constructor(private readonly trending: TrendingTopics) {}

  @Rpc(searchRpc.trendingTopics)
  async topics({ viewerId }: RpcRequestOf<typeof searchRpc.trendingTopics>): Promise<{ topics: string[] }> {
    return { topics: await this.trending.topics(viewerId) };
  }
}
