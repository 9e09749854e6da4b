import { pollsRpc, type WatchInfo } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { WatchService } from './watch-service.js';

@RpcController()
export class WatchRpcController {
  constructor(private readonly polls: WatchService) {}

  @Rpc(pollsRpc.watch)
  watch(request: RpcRequestOf<typeof pollsRpc.watch>): Promise<WatchInfo[]> {
    return this.polls.watch(request.viewerId, request.pollIds);
  }
}
