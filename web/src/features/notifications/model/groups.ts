import type { Notification } from '@inkling/contracts';
import { activeLocale, t } from '../../../lib/i18n';
import { dateFormat } from '../../../lib/i18n/format';
import { serverNow } from '../../../lib/server-clock';
import '../strings';

const DAY_MS = 24 * 60 * 60_000;
/** Days that count as this week. */
const WEEK_DAYS = 7;

export interface NotificationGroup {
  heading: string;
  notifications: Notification[];
}

const monthFormat = dateFormat({ month: 'long', year: 'numeric' });
const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** TODAY, YESTERDAY, THIS WEEK within the last seven days, otherwise month and year, by the reader's calendar. */
export function headingOf(instant: string, now = new Date(serverNow())): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return t('notifications.today');
  // Rounded, because a day with a clock change has 23 or 25 hours.
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);
  if (days <= 0) return t('notifications.today');
  if (days === 1) return t('notifications.yesterday');
  if (days <= WEEK_DAYS) return t('notifications.thisWeek');
  return monthFormat(date).toLocaleUpperCase(activeLocale());
}

/** The list in groups, in its order. */
export function groupNotifications(
  notifications: readonly Notification[],
  now = new Date(serverNow()),
): NotificationGroup[] {
  const groups = new Map<string, Notification[]>();
  for (const notification of notifications) {
    const heading = headingOf(notification.createdAt, now);
    const group = groups.get(heading);
    if (group) group.push(notification);
    else groups.set(heading, [notification]);
  }
  return [...groups].map(([heading, list]) => ({ heading, notifications: list }));
}
