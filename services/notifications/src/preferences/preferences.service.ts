import { Injectable } from '@nestjs/common';
import { PREFERENCE_KINDS, type NotificationPreferences, type PreferencesBody } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { LiveNotices } from '../live/live-notices.js';
import { NoticesRepository } from '../notices/notices.repository.js';
import { cancelNamingPushes } from '../push/push-queue.js';
import { UnreadCounts } from '../notices/unread-counts.repository.js';
import { PreferencesRepository, type StoredPreferences } from './preferences.repository.js';

const toView = (stored: StoredPreferences): NotificationPreferences => ({
  ...(Object.fromEntries(
    PREFERENCE_KINDS.map((kind) => [
      kind,
      { inApp: !stored.inAppOff.includes(kind), push: !stored.pushOff.includes(kind) },
    ]),
  ) as Omit<NotificationPreferences, 'nameInVotes'>),
  nameInVotes: stored.nameInVotes,
});

/** What is left out of `change` stays as it is. */
export function changed(stored: StoredPreferences, change: PreferencesBody): StoredPreferences {
  const off = (channel: 'inApp' | 'push', before: readonly string[]) =>
    PREFERENCE_KINDS.filter((kind) => !(change[kind]?.[channel] ?? !before.includes(kind)));
  return {
    inAppOff: off('inApp', stored.inAppOff),
    pushOff: off('push', stored.pushOff),
    nameInVotes: change.nameInVotes ?? stored.nameInVotes,
  };
}

/** Preferences per kind of notice, and whether vote notices may name this user. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly database: Database,
    private readonly preferences: PreferencesRepository,
    private readonly unread: UnreadCounts,
    private readonly notices: NoticesRepository,
    private readonly live: LiveNotices,
  ) {}

  async of(userId: number): Promise<NotificationPreferences> {
    return toView(await this.preferences.of(userId));
  }

  /** Notices of a kind that leaves the list count as read: nothing unread may stay where it cannot be seen. */
  async save(userId: number, change: PreferencesBody): Promise<NotificationPreferences> {
    const saved = await this.database.transaction(async (tx) => {
      const state = await this.unread.lockOne(tx, userId);
      const before = await this.preferences.of(userId, tx);
      const next = changed(before, change);
      await this.preferences.save(tx, userId, next);
      if (before.nameInVotes && !next.nameInVotes) await cancelNamingPushes(tx, userId);
      if (next.inAppOff.length > 0) await this.notices.markKindsRead(tx, state, next.inAppOff);
      return next;
    });
    this.live.changed(userId);
    return toView(saved);
  }
}
