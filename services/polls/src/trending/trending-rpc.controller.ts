import { pollsRpc, type TrendingPoll } from '@inkling/contracts';
import { Rpc, RpcController } from '@inkling/platform';
import { TrendingService } from './trending-service.js';

@RpcController()
export class TrendingRpcController {
  constructor(private readonly polls: TrendingService) {}

  @Rpc(pollsRpc.trending)
  trending(): Promise<TrendingPoll[]> {
    return this.polls.trending();
  }
}
