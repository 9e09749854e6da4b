import { pollsRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { VoterRepository } from './voter-repository.js';

@RpcController()
export class VoterRpcController {
  constructor(private readonly votersOf: VoterRepository) {}

  @Rpc(pollsRpc.voters)
  async voters(request: RpcRequestOf<typeof pollsRpc.voters>): Promise<{ userIds: number[] }> {
    return { userIds: await this.votersOf.next(request.pollId, request.after, request.limit) };
  }

  @Rpc(pollsRpc.someVoters)
  async someVoters(request: RpcRequestOf<typeof pollsRpc.someVoters>): Promise<{ userIds: number[] }> {
    return { userIds: await this.votersOf.sample(request.pollId, request.limit) };
  }
}
