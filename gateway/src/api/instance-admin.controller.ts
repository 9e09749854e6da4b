import { Controller } from '@nestjs/common';
import { instanceRpc, routes } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { Input, Route, type RouteInput } from '../http/route.js';
import { SignedIn, type Viewer } from '../session/viewer.js';

/** What administrators decide about the instance (docs/product.md#the-instance). */
@Controller()
export class InstanceAdminController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.adminSettings)
  settings(): Promise<Buffer> {
    return this.rpc.callRaw(instanceRpc.settings, {});
  }

  @Route(routes.saveSettings)
  save(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.saveSettings>): Promise<Buffer> {
    return this.rpc.callRaw(instanceRpc.saveSettings, { ...body, actorId: viewer.userId });
  }

  @Route(routes.adminPages)
  pages(): Promise<Buffer> {
    return this.rpc.callRaw(instanceRpc.pages, {});
  }

  @Route(routes.pageHistory)
  history(@Input() { params, query }: RouteInput<typeof routes.pageHistory>): Promise<Buffer> {
    return this.rpc.callRaw(instanceRpc.pageHistory, { kind: params.kind, version: query.version });
  }

  @Route(routes.publishPage)
  publish(
    @SignedIn() viewer: Viewer,
    @Input() { params, body }: RouteInput<typeof routes.publishPage>,
  ): Promise<Buffer> {
    return this.rpc.callRaw(instanceRpc.publishPage, { ...body, kind: params.kind, actorId: viewer.userId });
  }

  @Route(routes.adminAnnouncements)
  announcements(): Promise<Buffer> {
    return this.rpc.callRaw(instanceRpc.announcements, {});
  }

  @Route(routes.announce)
  announce(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.announce>): Promise<Buffer> {
    return this.rpc.callRaw(instanceRpc.announce, { ...body, actorId: viewer.userId });
  }

  @Route(routes.endAnnouncement)
  async end(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.endAnnouncement>): Promise<void> {
    await this.rpc.call(instanceRpc.endAnnouncement, {
      announcementId: params.announcementId,
      actorId: viewer.userId,
    });
  }
}
