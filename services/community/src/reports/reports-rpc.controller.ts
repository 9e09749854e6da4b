import { reportsRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { ReportsService } from './reports.service.js';

@RpcController()
export class ReportsRpcController {
  constructor(private readonly reports: ReportsService) {}

  @Rpc(reportsRpc.report)
  report(request: RpcRequestOf<typeof reportsRpc.report>) {
    return this.reports.report(request);
  }
}
