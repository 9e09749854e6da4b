import { saveRedirect } from '../../lib/redirect';

/** Remembers a poll's address as the destination after login. Call once, with the first address of a visit. */
export function rememberDeepLink({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (pathname.startsWith('/poll/')) saveRedirect(pathname + search);
}
