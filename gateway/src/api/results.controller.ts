import { Controller, Req, Res } from '@nestjs/common';
import { pollsRpc, routes, type ResultsFile } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Input, Route, type RouteInput } from '../http/route.js';
import { ResultPictures } from '../results/result-pictures.js';
import { resultsCsv } from '../results/results-csv.js';
import { SignedIn, type Viewer } from '../session/viewer.js';

const [CSV, PNG] = routes.pollResults.success.files;

/** Run-offs, results as files, and statistics (docs/product.md#results). */
@Controller()
export class ResultsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly pictures: ResultPictures,
  ) {}

  @Route(routes.pollRounds)
  rounds(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.pollRounds>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.rounds, { pollId: params.id, viewerId: viewer.userId });
  }

  @Route(routes.pollResults)
  async results(
    @SignedIn() viewer: Viewer,
    @Input() { params, query }: RouteInput<typeof routes.pollResults>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ResultsFile | string | Buffer> {
    const file = await this.rpc.call(pollsRpc.results, { pollId: params.id, viewerId: viewer.userId });
    const png = query.format === 'png' ? await this.pictures.png(file, query.language, request.ip) : undefined;
    const name = `poll-${file.pollId}-results.${query.format}`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    if (query.format === 'json') return file;
    reply.type(png ? PNG : CSV);
    return png ?? resultsCsv(file);
  }

  @Route(routes.pollStatistics)
  statistics(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.pollStatistics>,
  ): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.statistics, { pollId: params.id, viewerId: viewer.userId });
  }
}
