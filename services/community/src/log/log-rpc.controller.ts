import { casesRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { LogList } from './log-list.js';

@RpcController()
export class LogRpcController {
  constructor(private readonly log: LogList) {}

  @Rpc(casesRpc.log)
  page(request: RpcRequestOf<typeof casesRpc.log>) {
    return this.log.page(request);
  }
}
