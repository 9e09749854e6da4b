import { instanceRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { AnnouncementsService } from '../announcements/announcements.service.js';
import { PagesService } from '../pages/pages.service.js';
import { TermsService } from '../terms/terms.service.js';
import { SettingsService } from '../settings/settings.service.js';

/** What gateways ask about the instance, and what administrators change. */
@RpcController()
export class InstanceRpcController {
  constructor(
    private readonly settings: SettingsService,
    private readonly pages: PagesService,
    private readonly terms: TermsService,
    private readonly announcements: AnnouncementsService,
  ) {}

  @Rpc(instanceRpc.current)
  async current() {
    const [{ version, settings }, published, announcements] = await Promise.all([
      this.settings.read(),
      this.pages.published(),
      this.announcements.list({ ended: false }),
    ]);
    return { version, settings, ...published, announcements };
  }

  @Rpc(instanceRpc.settings)
  readSettings() {
    return this.settings.read();
  }

  @Rpc(instanceRpc.saveSettings)
  saveSettings({ actorId, ...body }: RpcRequestOf<typeof instanceRpc.saveSettings>) {
    return this.settings.save(body, actorId);
  }

  @Rpc(instanceRpc.page)
  page({ kind, language }: RpcRequestOf<typeof instanceRpc.page>) {
    return this.pages.page(kind, language);
  }

  @Rpc(instanceRpc.pages)
  async list() {
    const [pages, { terms }] = await Promise.all([this.pages.list(), this.pages.published()]);
    return { pages, accepted: terms && (await this.terms.numbers(terms.version)) };
  }

  @Rpc(instanceRpc.pageHistory)
  history({ kind, version }: RpcRequestOf<typeof instanceRpc.pageHistory>) {
    return this.pages.history(kind, version);
  }

  @Rpc(instanceRpc.publishPage)
  publish({ actorId, kind, ...body }: RpcRequestOf<typeof instanceRpc.publishPage>) {
    return this.pages.publish(kind, body, actorId);
  }

  @Rpc(instanceRpc.acceptTerms)
  async accept({ userId, version }: RpcRequestOf<typeof instanceRpc.acceptTerms>) {
    await this.terms.accept(userId, version);
    return { accepted: await this.terms.accepted(userId) };
  }

  @Rpc(instanceRpc.acceptedTerms)
  async accepted({ userId }: RpcRequestOf<typeof instanceRpc.acceptedTerms>) {
    return { accepted: await this.terms.accepted(userId) };
  }

  @Rpc(instanceRpc.announcements)
  async announced() {
    return { announcements: await this.announcements.list({ ended: true }) };
  }

  @Rpc(instanceRpc.announce)
  announce({ actorId, ...body }: RpcRequestOf<typeof instanceRpc.announce>) {
    return this.announcements.announce(body, actorId);
  }

  @Rpc(instanceRpc.endAnnouncement)
  async end({ actorId, announcementId }: RpcRequestOf<typeof instanceRpc.endAnnouncement>) {
    await this.announcements.end(announcementId, actorId);
    return {};
  }
}
