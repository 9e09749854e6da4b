import type { IconName } from '../../components/ui/icon';
import { useUnreadCount } from '../../features/notifications/api/unread-count';
import { t } from '../../lib/i18n';
import { useSession } from '../../lib/session';
import '../../features/notifications/strings';

export interface Entry {
  path: string;
  label: string;
  icon: IconName;
  /** The one that makes something: a citron button in the bottom bar. */
  make?: boolean;
  /** What waits there, as it is shown: `3`, `9+`. */
  badge?: string;
}

/** Counts above this are shown as `9+` (spec 9, Unread badge). */
const BADGE_MAX = 9;

/** Navigation entries in their order (spec 2, App shell). */
export function useEntries(): Entry[] {
  const { user } = useSession();
  const unread = useUnreadCount(user !== null);
  return [
    { path: '/home', label: t('shell.home'), icon: 'home' },
    { path: '/search', label: t('shell.search'), icon: 'search' },
    { path: '/create', label: t('shell.create'), icon: 'pen', make: true },
    {
      path: '/notifications',
      label: t('notifications.title'),
      icon: 'bell',
      badge: unread > BADGE_MAX ? `${BADGE_MAX}+` : unread > 0 ? String(unread) : undefined,
    },
    { path: '/profile', label: user ? t('shell.you') : t('shell.profile'), icon: 'user' },
  ];
}

/** True on the entry's own path and below it: /profile is active on /profile/7. */
export const isActive = (entry: Entry, pathname: string): boolean => pathname === entry.path || pathname.startsWith(`${entry.path}/`);
