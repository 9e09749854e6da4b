import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { socialRpc } from '@inkling/contracts';
import { FollowsRepository } from './follows.repository.js';

@RpcController()
export class FollowsRpcController {
  constructor(private readonly follows: FollowsRepository) {}

  @Rpc(socialRpc.counts)
  counts({ userId }: RpcRequestOf<typeof socialRpc.counts>) {
    return this.follows.counts(userId);
  }
}
