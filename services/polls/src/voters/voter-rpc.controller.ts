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

  @Rpc(pollsRpc.drawVoters)
  async drawVoters(request: RpcRequestOf<typeof pollsRpc.drawVoters>): Promise<{ userIds: number[] }> {
    return { userIds: await this.votersOf.draw(request.pollId, request.limit, request.outsideLead) };
  }
}
