import { pollsRpc, type VoteBatchReply } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { VoteService } from './vote-service.js';

@RpcController()
export class VoteRpcController {
  constructor(private readonly votes: VoteService) {}

  @Rpc(pollsRpc.castVotes)
  cast(request: RpcRequestOf<typeof pollsRpc.castVotes>): Promise<VoteBatchReply> {
    return this.votes.cast(request);
  }
}
