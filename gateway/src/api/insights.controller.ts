import { Controller, Req } from '@nestjs/common';
import { insightsRpc, pollsRpc, routes } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyRequest } from 'fastify';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { clientOf } from '../http/client.js';
import { decoration } from '../http/decoration.js';
import { Input, Route, type RouteInput } from '../http/route.js';

/** Deep Dive (docs/product.md#deep-dive). */
@Controller()
export class InsightsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.insights)
  async get(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.insights>): Promise<Buffer> {
    const [insights] = await Promise.all([
      this.rpc.callRaw(insightsRpc.get, { pollId: params.id }),
      this.#assertVisible(params.id, viewer),
    ]);
    return insights;
  }

  @Route(routes.generateInsights)
  async generate(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.generateInsights>,
    @Req() request: FastifyRequest,
  ): Promise<Buffer> {
    const { ip } = clientOf(request);
    await this.#assertVisible(params.id, viewer);
    return this.rpc.callRaw(insightsRpc.generate, { pollId: params.id, userId: viewer.userId, client: { ip } });
  }

  /**
   * A Deep Dive does not know its viewers. While polls is away, which knows, it stays readable.
   * @throws ApiError `poll-not-found`, also where a block separates the poll's author from the viewer
   */
  async #assertVisible(pollId: number, { userId }: Viewer): Promise<void> {
    await decoration(this.rpc, pollsRpc.preview, { pollId, viewerId: userId });
  }
}
