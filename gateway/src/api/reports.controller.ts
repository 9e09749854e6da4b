import { Controller } from '@nestjs/common';
import { reportsRpc, routes } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { newAccountOf } from '../session/limited.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { Input, Route, type RouteInput } from '../http/route.js';

/** Reports of members (docs/product.md#reports-and-cases). */
@Controller()
export class ReportsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.report)
  report(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.report>): Promise<Buffer> {
    return this.rpc.callRaw(reportsRpc.report, { ...body, ...newAccountOf(viewer), userId: viewer.userId });
  }
}
