import { z } from 'zod';
import { Id } from '../common.js';
import {
  AcceptTermsBody,
  AdminPages,
  Announcement,
  AnnouncementBody,
  Announcements,
  InstanceSettings,
  Page,
  PageHistory,
  PageKind,
  PageLanguage,
  PageVersion,
  PublicInstance,
  PublishPageBody,
  SaveSettingsBody,
  TermsState,
  VersionedSettings,
} from '../http/instance.js';
import { rpc } from './define.js';

const Actor = { actorId: Id };
const Person = z.object({ userId: Id });

/** What the operator decides, and who has accepted the terms (docs/product.md#the-instance). */
export const instanceRpc = {
  /**
   * What the gateways keep: the settings, which pages there are, the current terms, and announcements that have not
   * ended. `INSTANCE_CHANGED_SUBJECT` says when to ask again.
   */
  current: rpc(
    'community.instance',
    z.object({}),
    z.object({
      version: z.int().min(0),
      settings: InstanceSettings,
      pages: PublicInstance.shape.pages,
      terms: PublicInstance.shape.terms,
      announcements: z.array(Announcement),
    }),
    { retry: true },
  ),
  settings: rpc('community.settings', z.object({}), VersionedSettings, { retry: true }),
  /** 409 `settings-changed` unless `version` is the current one. */
  saveSettings: rpc('community.settings.save', SaveSettingsBody.extend(Actor), VersionedSettings),
  /** 404 `page-not-found` where the operator has written none. */
  page: rpc('community.page', z.object({ kind: PageKind, language: PageLanguage.optional() }), Page, { retry: true }),
  pages: rpc('community.pages', z.object({}), AdminPages, { retry: true }),
  /** 404 `page-not-found` for a version that does not exist. */
  pageHistory: rpc(
    'community.page-history',
    z.object({ kind: PageKind, version: z.int().min(1).optional() }),
    PageHistory,
    { retry: true },
  ),
  /** 409 `settings-changed` unless `version` is the current one. */
  publishPage: rpc('community.page.publish', PublishPageBody.extend({ ...Actor, kind: PageKind }), PageVersion),
  /** Accepting again changes nothing. 404 `page-not-found` for a version that was never published. */
  acceptTerms: rpc('community.terms.accept', AcceptTermsBody.extend(Person.shape), TermsState, { retry: true }),
  acceptedTerms: rpc('community.terms.accepted', Person, TermsState, { retry: true }),
  /** Those that show or will, then the latest that have ended. */
  announcements: rpc('community.announcements', z.object({}), Announcements, { retry: true }),
  announce: rpc('community.announce', AnnouncementBody.safeExtend(Actor), Announcement),
  /** Ends it now; one that has not begun goes. Doing so again changes nothing. */
  endAnnouncement: rpc('community.announcement.end', z.object({ ...Actor, announcementId: Id }), z.object({}), {
    retry: true,
  }),
};

/** Core NATS, every gateway: settings, pages or announcements have changed, so `community.instance` is to be read. */
export const INSTANCE_CHANGED_SUBJECT = 'live.community.instance';
