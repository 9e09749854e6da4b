import { Injectable } from '@nestjs/common';
import { PREFERENCE_KINDS, type NotificationPreferences, type PreferencesBody } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { LiveNotifications } from '../list/live-notifications.js';
import { NotificationsRepository } from '../list/notifications.repository.js';
import { UnreadCounts } from '../list/unread-counts.repository.js';
import { cancelNamingPushes } from '../push/push-queue.js';
import type { Tables } from '../tables.js';
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

/** Fields that `change` leaves out stay as they are. */
export function changed(stored: StoredPreferences, change: PreferencesBody): StoredPreferences {
  const off = (channel: 'inApp' | 'push', before: readonly string[]) =>
    PREFERENCE_KINDS.filter((kind) => !(change[kind]?.[channel] ?? !before.includes(kind)));
  return {
    inAppOff: off('inApp', stored.inAppOff),
    pushOff: off('push', stored.pushOff),
    nameInVotes: change.nameInVotes ?? stored.nameInVotes,
  };
}

/** A user's preferences for each kind of notification (docs/product.md#notifications). */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly preferences: PreferencesRepository,
    private readonly unread: UnreadCounts,
    private readonly notifications: NotificationsRepository,
    private readonly live: LiveNotifications,
  ) {}

  async of(userId: number): Promise<NotificationPreferences> {
    return toView(await this.preferences.of(userId));
  }

  /** Marks notifications of kinds that leave the list as read, because nobody can read them there any more. */
  async save(userId: number, change: PreferencesBody): Promise<NotificationPreferences> {
    const saved = await this.database.transaction(async (tx) => {
      const state = await this.unread.lockOne(tx, userId);
      const before = await this.preferences.of(userId, tx.kysely);
      const next = changed(before, change);
      await this.preferences.save(tx, userId, next);
      if (before.nameInVotes && !next.nameInVotes) await cancelNamingPushes(tx, userId);
      const kinds = next.inAppOff.filter((kind) => kind !== 'new_poll');
      if (kinds.length > 0) await this.notifications.markKindsRead(tx, state, kinds);
      return next;
    });
    this.live.notify({ userId });
    return toView(saved);
  }
}
