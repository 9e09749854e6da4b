import { casesRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { LogList } from '../log/log-list.js';
import { OverviewFigures } from '../overview/overview-figures.js';
import { CaseList } from './case-list.js';
import { CaseViews } from './case-views.js';
import { Cases } from './cases.js';

@RpcController()
export class CasesRpcController {
  constructor(
    private readonly cases: Cases,
    private readonly queue: CaseList,
    private readonly views: CaseViews,
    private readonly log: LogList,
    private readonly figures: OverviewFigures,
  ) {}

  @Rpc(casesRpc.list)
  list({ moderatorId, filter, cursor }: RpcRequestOf<typeof casesRpc.list>) {
    return this.queue.page(moderatorId, filter, cursor);
  }

  @Rpc(casesRpc.get)
  get({ caseId, moderatorId }: RpcRequestOf<typeof casesRpc.get>) {
    return this.views.get(caseId, moderatorId);
  }

  @Rpc(casesRpc.take)
  take({ caseId, moderatorId }: RpcRequestOf<typeof casesRpc.take>) {
    return this.cases.take(caseId, moderatorId);
  }

  @Rpc(casesRpc.leave)
  leave({ caseId, moderatorId }: RpcRequestOf<typeof casesRpc.leave>) {
    return this.cases.leave(caseId, moderatorId);
  }

  @Rpc(casesRpc.log)
  entries(request: RpcRequestOf<typeof casesRpc.log>) {
    return this.log.page(request);
  }

  @Rpc(casesRpc.overview)
  overview({ days, moderatorId }: RpcRequestOf<typeof casesRpc.overview>) {
    return this.figures.read(days, moderatorId);
  }
}
