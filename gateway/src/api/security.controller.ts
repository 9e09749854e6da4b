import { Controller } from '@nestjs/common';
import { authRpc, routes } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { Input, Route, type RouteInput } from '../http/route.js';

/** What protects an account beyond its password (docs/product.md#fresh-proof). */
@Controller()
export class SecurityController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.prove)
  async prove(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.prove>): Promise<void> {
    await this.rpc.call(authRpc.prove, { ...body, userId: viewer.userId, sessionId: viewer.sessionId });
  }
}
