import { casesRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { OverviewFigures } from './overview-figures.js';

@RpcController()
export class OverviewRpcController {
  constructor(private readonly figures: OverviewFigures) {}

  @Rpc(casesRpc.overview)
  read({ days, moderatorId }: RpcRequestOf<typeof casesRpc.overview>) {
    return this.figures.read(days, moderatorId);
  }
}
