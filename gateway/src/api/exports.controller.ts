import { Controller, Inject, Req, Res } from '@nestjs/common';
import { exportsRpc, routes, type ExportState } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendExport } from '../exports/export-file.js';
import { ExportWorker } from '../exports/export-worker.js';
import { Input, Route, type RouteInput } from '../http/route.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { OBJECT_STORE, type ObjectStore } from '../uploads/object-store.js';

/** The export of one's own data (docs/product.md#export). */
@Controller()
export class ExportsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly worker: ExportWorker,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  @Route(routes.dataExport)
  state(@SignedIn() viewer: Viewer): Promise<ExportState> {
    return this.rpc.call(exportsRpc.state, { userId: viewer.userId });
  }

  @Route(routes.requestDataExport)
  async request(@SignedIn() { userId, sessionId }: Viewer): Promise<ExportState> {
    const state = await this.rpc.call(exportsRpc.request, { userId, sessionId });
    this.worker.wake();
    return state;
  }

  @Route(routes.deleteDataExport)
  async remove(@SignedIn() viewer: Viewer): Promise<void> {
    await this.rpc.call(exportsRpc.remove, { userId: viewer.userId });
    this.worker.wake();
  }

  @Route(routes.dataExportFile)
  async file(
    @SignedIn() { userId, sessionId }: Viewer,
    @Input() { query }: RouteInput<typeof routes.dataExportFile>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.rpc.call(exportsRpc.file, { userId, sessionId });
    if (query.check) await reply.code(204).send();
    else await sendExport(this.store, file, request, reply);
  }
}
