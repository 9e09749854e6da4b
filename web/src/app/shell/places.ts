import type { IconName } from '../../components/ui/icon';

/** A place of the navigation. */
export interface Place {
  path: string;
  icon: IconName;
  /** The main action: a citron button in the bottom bar. */
  make?: boolean;
}

/** In order of the navigation. */
export const PLACES = [
  { path: '/home', icon: 'home' },
  { path: '/search', icon: 'search' },
  { path: '/create', icon: 'pen', make: true },
  { path: '/notifications', icon: 'bell' },
  { path: '/profile', icon: 'user' },
] as const satisfies readonly Place[];

/** True on the place's own path and below it: /profile is active on /profile/7. */
export const isAt = ({ path }: Pick<Place, 'path'>, pathname: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);

/** Whether a place is highlighted; the feed is also highlighted on a poll, which opens from it. */
export const isMarked = (place: Pick<Place, 'path'>, pathname: string): boolean =>
  isAt(place, pathname) || (place.path === '/home' && isAt({ path: '/poll' }, pathname));

/** Paths whose pages have a header of their own on a phone. */
const OWN_HEAD = ['/profile', '/create', '/poll/', '/search'];

/**
 * The header of a page on a phone: the feed's with the theme switch, the logo alone, or none where the page has its
 * own.
 */
export function headOf(pathname: string): 'feed' | 'logo' | null {
  if (pathname === '/home') return 'feed';
  return OWN_HEAD.some((start) => pathname.startsWith(start)) ? null : 'logo';
}

/** Whether a page is shown within the shell. */
export const isInShell = (pathname: string): boolean =>
  /^\/(home|search|create|poll|notifications|profile|settings)(\/|$)/.test(pathname);
