import { pollsRpc, type LikeState } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { LikeService } from './like-service.js';

@RpcController()
export class LikeRpcController {
  constructor(private readonly likes: LikeService) {}

  @Rpc(pollsRpc.like)
  like(request: RpcRequestOf<typeof pollsRpc.like>): Promise<LikeState> {
    return this.likes.like(request.pollId, request.viewerId);
  }

  @Rpc(pollsRpc.unlike)
  unlike(request: RpcRequestOf<typeof pollsRpc.unlike>): Promise<LikeState> {
    return this.likes.unlike(request.pollId, request.viewerId);
  }
}
