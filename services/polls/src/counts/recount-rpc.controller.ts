import { adminRpc } from '@inkling/contracts';
import { Rpc, RpcController } from '@inkling/platform';
import { RecountService } from './recount-service.js';

@RpcController()
export class RecountRpcController {
  constructor(private readonly counts: RecountService) {}

  @Rpc(adminRpc.recountPolls)
  recount(): Promise<{ checked: number; corrected: number }> {
    return this.counts.recount();
  }
}
