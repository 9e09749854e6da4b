import { actsRpc, type Act, type OwnAct } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { ActViews } from './act-views.js';
import { Acts } from './acts.js';

@RpcController()
export class ActsRpcController {
  constructor(
    private readonly acts: Acts,
    private readonly views: ActViews,
  ) {}

  @Rpc(actsRpc.decide)
  decide({ caseId, ...decision }: RpcRequestOf<typeof actsRpc.decide>): Promise<Act> {
    return this.acts.decide(caseId, decision);
  }

  @Rpc(actsRpc.act)
  act(decision: RpcRequestOf<typeof actsRpc.act>): Promise<Act> {
    return this.acts.act(decision);
  }

  @Rpc(actsRpc.undo)
  undo({ actId, ...moderator }: RpcRequestOf<typeof actsRpc.undo>): Promise<Act> {
    return this.acts.undo(actId, moderator);
  }

  @Rpc(actsRpc.own)
  own({ userId, actId }: RpcRequestOf<typeof actsRpc.own>): Promise<OwnAct> {
    return this.views.own(userId, actId);
  }
}
