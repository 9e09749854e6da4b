import { adminRpc } from '@inkling/contracts';
import { Rpc, RpcController } from '@inkling/platform';
import { IndexRebuild, type Rebuilt } from './index-rebuild.js';

@RpcController()
export class RebuildRpcController {
  constructor(private readonly index: IndexRebuild) {}

  @Rpc(adminRpc.rebuildSearch)
  rebuild(): Promise<Rebuilt> {
    return this.index.rebuild();
  }
}
