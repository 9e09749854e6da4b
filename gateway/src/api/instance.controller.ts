import { Controller } from '@nestjs/common';
import { instanceRpc, routes } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { Input, Route, type RouteInput } from '../http/route.js';
import { SignedIn, type Viewer } from '../session/viewer.js';

/** The operator's pages, and the acceptance of the terms (docs/product.md#pages-and-terms). */
@Controller()
export class InstanceController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.instancePage)
  page(@Input() { params, query }: RouteInput<typeof routes.instancePage>): Promise<Buffer> {
    return this.rpc.callRaw(instanceRpc.page, { kind: params.kind, language: query.language });
  }

  @Route(routes.termsState)
  terms(@SignedIn() viewer: Viewer): Promise<Buffer> {
    return this.rpc.callRaw(instanceRpc.acceptedTerms, { userId: viewer.userId });
  }

  @Route(routes.acceptTerms)
  accept(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.acceptTerms>): Promise<Buffer> {
    return this.rpc.callRaw(instanceRpc.acceptTerms, { userId: viewer.userId, version: body.version });
  }
}
