import { Controller } from '@nestjs/common';
import { actsRpc, appealsRpc, routes } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { Input, Route, type RouteInput } from '../http/route.js';

/** Decisions of moderators, and appeals against them. */
@Controller()
export class ActsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.decideCase)
  decide(@SignedIn() viewer: Viewer, @Input() { params, body }: RouteInput<typeof routes.decideCase>): Promise<Buffer> {
    return this.rpc.callRaw(actsRpc.decide, { ...body, ...moderatorOf(viewer), caseId: params.caseId });
  }

  @Route(routes.act)
  act(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.act>): Promise<Buffer> {
    return this.rpc.callRaw(actsRpc.act, { ...body, ...moderatorOf(viewer) });
  }

  @Route(routes.undoAct)
  undo(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.undoAct>): Promise<Buffer> {
    return this.rpc.callRaw(actsRpc.undo, { ...moderatorOf(viewer), actId: params.actId });
  }

  @Route(routes.decideAppeal)
  decideAppeal(
    @SignedIn() viewer: Viewer,
    @Input() { params, body }: RouteInput<typeof routes.decideAppeal>,
  ): Promise<Buffer> {
    return this.rpc.callRaw(appealsRpc.decide, { ...body, ...moderatorOf(viewer), appealId: params.appealId });
  }

  @Route(routes.ownAct)
  own(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.ownAct>): Promise<Buffer> {
    return this.rpc.callRaw(actsRpc.own, { userId: viewer.userId, actId: params.actId });
  }

  @Route(routes.appeal)
  appeal(@SignedIn() viewer: Viewer, @Input() { params, body }: RouteInput<typeof routes.appeal>): Promise<Buffer> {
    return this.rpc.callRaw(appealsRpc.appeal, { ...body, userId: viewer.userId, actId: params.actId });
  }
}

/** The route has made sure of the role. */
const moderatorOf = ({ userId, role = 'moderator' }: Viewer) => ({ moderatorId: userId, role });
