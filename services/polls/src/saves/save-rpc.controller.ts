import { pollsRpc, type SaveState } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { SaveService } from './save-service.js';

@RpcController()
export class SaveRpcController {
  constructor(private readonly saves: SaveService) {}

  @Rpc(pollsRpc.save)
  save(request: RpcRequestOf<typeof pollsRpc.save>): Promise<SaveState> {
    return this.saves.save(request.pollId, request.viewerId);
  }

  @Rpc(pollsRpc.unsave)
  unsave(request: RpcRequestOf<typeof pollsRpc.unsave>): Promise<SaveState> {
    return this.saves.unsave(request.pollId, request.viewerId);
  }
}
