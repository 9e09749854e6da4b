import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ERRORS, type Access } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import type { FastifyRequest } from 'fastify';

/** The user behind a request or a socket, as the access token says. */
export interface Viewer {
  readonly userId: number;
  readonly sessionId: string;
  /** The user has completed the profile. */
  readonly profile: boolean;
  /** The user has verified the email address; false in a token that is older than the verification. */
  readonly verified: boolean;
  /** The account of the probe, whose polls nobody else sees (ADR 21). */
  readonly probe?: true;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session guard; absent on public routes. */
    viewer?: Viewer;
  }
}

/**
 * The viewer, if the route's access rule admits them.
 * @throws ApiError `unauthorized` 401 without a viewer, with `authCookieFound` from `cookieArrived`;
 *   `profile-incomplete` 403
 */
export function admit(access: Access, viewer: Viewer | undefined, cookieArrived: () => boolean): Viewer {
  if (!viewer) throw new ApiError('unauthorized', { extra: { authCookieFound: cookieArrived() } });
  if (access === 'profile' && !viewer.profile) throw new ApiError('profile-incomplete');
  return viewer;
}

/** Hands the handler the signed-in user; only on routes whose access is not `public`. */
export const SignedIn = createParamDecorator((_data: undefined, context: ExecutionContext): Viewer => {
  const viewer = context.switchToHttp().getRequest<FastifyRequest>().viewer;
  if (!viewer) throw new ApiError('unauthorized', { message: ERRORS.unauthorized.message });
  return viewer;
});
