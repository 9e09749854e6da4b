import { adminRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { AnnouncementsService } from '../announcements/announcements.service.js';
import { PagesService } from '../pages/pages.service.js';
import { SettingsService } from '../settings/settings.service.js';

/** Settings, pages and announcements for the operator's commands, which have no account. */
@RpcController()
export class InstanceAdminController {
  constructor(
    private readonly settings: SettingsService,
    private readonly pages: PagesService,
    private readonly announcements: AnnouncementsService,
  ) {}

  @Rpc(adminRpc.settings)
  readSettings() {
    return this.settings.read();
  }

  @Rpc(adminRpc.saveSettings)
  saveSettings(body: RpcRequestOf<typeof adminRpc.saveSettings>) {
    return this.settings.save(body, null);
  }

  @Rpc(adminRpc.pages)
  async list() {
    return { pages: await this.pages.list() };
  }

  @Rpc(adminRpc.page)
  history({ kind, version }: RpcRequestOf<typeof adminRpc.page>) {
    return this.pages.history(kind, version);
  }

  @Rpc(adminRpc.publishPage)
  publish({ kind, ...body }: RpcRequestOf<typeof adminRpc.publishPage>) {
    return this.pages.publish(kind, body, null);
  }

  @Rpc(adminRpc.announcements)
  async announced() {
    return { announcements: await this.announcements.list({ ended: true }) };
  }

  @Rpc(adminRpc.announce)
  announce(body: RpcRequestOf<typeof adminRpc.announce>) {
    return this.announcements.announce(body, null);
  }

  @Rpc(adminRpc.endAnnouncement)
  async end({ announcementId }: RpcRequestOf<typeof adminRpc.endAnnouncement>) {
    await this.announcements.end(announcementId, null);
    return {};
  }
}
