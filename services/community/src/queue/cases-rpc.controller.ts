import { adminRpc, casesRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { CaseList } from './case-list.js';
import { CaseViews } from './case-views.js';
import { Cases } from '../cases/cases.js';

@RpcController()
export class CasesRpcController {
  constructor(
    private readonly cases: Cases,
    private readonly queue: CaseList,
    private readonly views: CaseViews,
  ) {}

  @Rpc(casesRpc.list)
  list({ moderatorId, filter, cursor }: RpcRequestOf<typeof casesRpc.list>) {
    return this.queue.page(moderatorId, filter, cursor);
  }

  @Rpc(adminRpc.cases)
  async open({ after, limit }: RpcRequestOf<typeof adminRpc.cases>) {
    return { cases: await this.queue.open(after, limit) };
  }

  @Rpc(casesRpc.get)
  get({ caseId, moderatorId }: RpcRequestOf<typeof casesRpc.get>) {
    return this.views.get(caseId, moderatorId);
  }

  @Rpc(casesRpc.ofPerson)
  ofPerson({ userId, moderatorId }: RpcRequestOf<typeof casesRpc.ofPerson>) {
    return this.views.ofPerson(userId, moderatorId);
  }

  @Rpc(casesRpc.take)
  take({ caseId, moderatorId }: RpcRequestOf<typeof casesRpc.take>) {
    return this.cases.take(caseId, moderatorId);
  }

  @Rpc(casesRpc.leave)
  leave({ caseId, moderatorId }: RpcRequestOf<typeof casesRpc.leave>) {
    return this.cases.leave(caseId, moderatorId);
  }
}
