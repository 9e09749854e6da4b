import { Controller, Res } from '@nestjs/common';
import { pollsRpc, routes, type ResultsFile } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyReply } from 'fastify';
import { Input, Route, type RouteInput } from '../http/route.js';
import { resultsCsv } from '../results/results-csv.js';
import { SignedIn, type Viewer } from '../session/viewer.js';

/** Run-offs, and results as files (docs/product.md#results). */
@Controller()
export class ResultsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.pollRounds)
  rounds(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.pollRounds>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.rounds, { pollId: params.id, viewerId: viewer.userId });
  }

  @Route(routes.pollResults)
  async results(
    @SignedIn() viewer: Viewer,
    @Input() { params, query }: RouteInput<typeof routes.pollResults>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ResultsFile | string> {
    const file = await this.rpc.call(pollsRpc.results, { pollId: params.id, viewerId: viewer.userId });
    const name = `poll-${file.pollId}-results.${query.format}`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    if (query.format === 'json') return file;
    reply.type(routes.pollResults.success.file);
    return resultsCsv(file);
  }
}
