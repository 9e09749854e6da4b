import type { Access } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import type { Viewer } from './viewer.js';

/**
 * The viewer, where a route's access lets them in.
 * @throws ApiError `unauthorized` 401 without one, with what `cookieArrived` says; `profile-incomplete` 403
 */
export function admit(access: Access, viewer: Viewer | undefined, cookieArrived: () => boolean): Viewer {
  if (!viewer) throw new ApiError('unauthorized', { extra: { authCookieFound: cookieArrived() } });
  if (access === 'profile' && !viewer.profile) throw new ApiError('profile-incomplete');
  return viewer;
}
