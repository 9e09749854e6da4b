import { Controller, Req } from '@nestjs/common';
import { insightsRpc, routes } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyRequest } from 'fastify';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { clientOf } from '../http/client.js';
import { Input, Route, type RouteInput } from '../http/route.js';

/** Deep Dive (docs/product.md#deep-dive). */
@Controller()
export class InsightsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.insights)
  get(@Input() { params }: RouteInput<typeof routes.insights>): Promise<Buffer> {
    return this.rpc.callRaw(insightsRpc.get, { pollId: params.id });
  }

  @Route(routes.generateInsights)
  generate(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.generateInsights>,
    @Req() request: FastifyRequest,
  ): Promise<Buffer> {
    const { ip } = clientOf(request);
    return this.rpc.callRaw(insightsRpc.generate, { pollId: params.id, userId: viewer.userId, client: { ip } });
  }
}
