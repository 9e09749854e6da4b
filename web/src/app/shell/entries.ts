import { useUnreadCount } from '../../features/notifications/api/unread-count';
import { t } from '../../lib/i18n';
import { useSession } from '../../lib/session';
import { PLACES, type Place } from './places';
import '../../features/notifications/strings';

export interface Entry extends Place {
  label: string;
  /** The badge: `3`, `9+`. */
  badge?: string;
}

/** Higher counts are shown as `9+`. */
const BADGE_MAX = 9;

/** Navigation entries in order. */
export function useEntries(): Entry[] {
  const { user } = useSession();
  const unread = useUnreadCount(user !== null);
  const labels: Record<(typeof PLACES)[number]['path'], string> = {
    '/home': t('shell.home'),
    '/search': t('shell.search'),
    '/create': t('shell.create'),
    '/notifications': t('notifications.title'),
    '/profile': user ? t('shell.you') : t('shell.profile'),
  };
  const badge = unread > BADGE_MAX ? `${BADGE_MAX}+` : unread > 0 ? String(unread) : undefined;
  return PLACES.map((place) => ({
    ...place,
    label: labels[place.path],
    badge: place.path === '/notifications' ? badge : undefined,
  }));
}
