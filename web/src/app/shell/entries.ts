import type { IconName } from '../../components/ui/icon';
import { t } from '../../lib/i18n';
import { useSession } from '../../lib/session';

export interface Entry {
  path: string;
  label: string;
  icon: IconName;
  /** The one that makes something: a citron button in the bottom bar. */
  make?: boolean;
}

/** Navigation entries in their order (spec 2, App shell); one is added here when its page exists. */
export function useEntries(): Entry[] {
  const { user } = useSession();
  return [
    { path: '/home', label: t('shell.home'), icon: 'home' },
    { path: '/create', label: t('shell.create'), icon: 'pen', make: true },
    { path: '/profile', label: user ? t('shell.you') : t('shell.profile'), icon: 'user' },
  ];
}

/** True on the entry's own path and below it: /profile is active on /profile/7. */
export const isActive = (entry: Entry, pathname: string): boolean => pathname === entry.path || pathname.startsWith(`${entry.path}/`);
