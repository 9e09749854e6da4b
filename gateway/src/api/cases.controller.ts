import { Controller } from '@nestjs/common';
import { casesRpc, routes } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { Input, Route, type RouteInput } from '../http/route.js';

/** What moderators read and hold: the queue, cases, the log and figures. */
@Controller()
export class CasesController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.adminCases)
  list(@SignedIn() viewer: Viewer, @Input() { query }: RouteInput<typeof routes.adminCases>): Promise<Buffer> {
    return this.rpc.callRaw(casesRpc.list, { ...query, moderatorId: viewer.userId });
  }

  @Route(routes.adminCase)
  get(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.adminCase>): Promise<Buffer> {
    return this.rpc.callRaw(casesRpc.get, { caseId: params.caseId, moderatorId: viewer.userId });
  }

  @Route(routes.takeCase)
  take(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.takeCase>): Promise<Buffer> {
    return this.rpc.callRaw(casesRpc.take, { caseId: params.caseId, moderatorId: viewer.userId });
  }

  @Route(routes.leaveCase)
  leave(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.leaveCase>): Promise<Buffer> {
    return this.rpc.callRaw(casesRpc.leave, { caseId: params.caseId, moderatorId: viewer.userId });
  }

  @Route(routes.adminLog)
  log(@SignedIn() viewer: Viewer, @Input() { query }: RouteInput<typeof routes.adminLog>): Promise<Buffer> {
    return this.rpc.callRaw(casesRpc.log, { ...query, moderatorId: viewer.userId });
  }

  @Route(routes.adminOverview)
  overview(@SignedIn() viewer: Viewer, @Input() { query }: RouteInput<typeof routes.adminOverview>): Promise<Buffer> {
    return this.rpc.callRaw(casesRpc.overview, { ...query, moderatorId: viewer.userId });
  }
}
