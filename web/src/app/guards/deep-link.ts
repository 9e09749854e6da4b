import { saveRedirect } from '../../lib/redirect';

/**
 * A poll that someone was sent is where they go after login (spec 2, Deep links). Call once, with the first address.
 */
export function rememberDeepLink({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (pathname.startsWith('/poll/')) saveRedirect(pathname + search);
}
