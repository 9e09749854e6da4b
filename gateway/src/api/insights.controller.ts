import { Controller, Req } from '@nestjs/common';
import { insightsRpc, pollsRpc, routes } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';
import type { FastifyRequest } from 'fastify';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { clientOf } from '../http/client.js';
import { valueOf } from './users.service.js';
import { decoration } from '../http/decoration.js';
import { Input, Route, type RouteInput } from '../http/route.js';

/** Deep Dive (docs/product.md#deep-dive). */
@Controller()
export class InsightsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.insights)
  async get(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.insights>): Promise<Buffer> {
    const pollId = params.id;
    // Waiting for both at once: nearly always the viewer may read it.
    const [insights, known] = await Promise.allSettled([
      this.rpc.callRaw(insightsRpc.get, { pollId }),
      this.#assertReadable(pollId, viewer),
    ]);
    if (!valueOf(known)) return this.rpc.callRaw(insightsRpc.get, { pollId, publicOnly: true });
    return valueOf(insights);
  }

  @Route(routes.generateInsights)
  async generate(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.generateInsights>,
    @Req() request: FastifyRequest,
  ): Promise<Buffer> {
    const { ip } = clientOf(request);
    const known = await this.#assertReadable(params.id, viewer);
    const asked = { pollId: params.id, userId: viewer.userId, client: { ip } };
    return this.rpc.callRaw(insightsRpc.generate, known ? asked : { ...asked, publicOnly: true });
  }

  /**
   * A Deep Dive does not know its viewers. While polls is away, which knows, those of polls that everybody with the
   * link may see stay readable.
   * @returns false while polls is away
   * @throws ApiError `poll-not-found`, also where a block separates the poll's author from the viewer;
   *   `followers-only`; `quiz-open` for a quiz that the viewer has not answered, since background may give the answer
   *   away
   */
  async #assertReadable(pollId: number, { userId }: Viewer): Promise<boolean> {
    const poll = await decoration(this.rpc, pollsRpc.get, { pollId, viewerId: userId });
    if (poll?.quiz && !poll.resultsVisible) throw new ApiError('quiz-open');
    return poll !== null;
  }
}
