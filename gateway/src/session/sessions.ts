import { Inject, Injectable } from '@nestjs/common';
import { authRpc, type RouteContract, type RpcReply, type Suspension } from '@inkling/contracts';
import { ApiError, CONFIG, RpcClient } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';
import type { Client } from '../http/client.js';
import { AccessTokens } from './access-token.js';
import { readCookie, SessionCookies } from './cookies.js';
import { RevokedSessions } from './revoked-sessions.js';
import { isAdministrator, type SuspendedClaim, type Viewer } from './viewer.js';

export type Renewed = RpcReply<typeof authRpc.refresh>;
/** What a route says about who may call it. */
type Admitting = Pick<RouteContract, 'access' | 'whileSuspended'>;

const REFRESH_TOKEN = /^[\w.~+/=-]{1,200}$/;

/** Reads a request's session cookies and exchanges a refresh token for a new session (ADR 6). */
@Injectable()
export class Sessions {
  readonly cookies: SessionCookies;
  readonly #tokens: AccessTokens;
  readonly #renewals = new Map<string, Promise<Renewed>>();

  constructor(
    private readonly rpc: RpcClient,
    private readonly revoked: RevokedSessions,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.cookies = new SessionCookies(config.PUBLIC_ORIGIN.startsWith('https:'));
    this.#tokens = new AccessTokens(config.SESSION_SECRET, config.AUTH_ACCESS_TOKEN_SECONDS);
  }

  /**
   * The viewer of a valid access cookie whose session has not been revoked, and whose role and suspension are as the
   * token says. Nothing else in a request names a user.
   */
  read(cookie: string | undefined): Viewer | undefined {
    const token = readCookie(cookie, this.cookies.access);
    const viewer = token === undefined ? undefined : this.#tokens.verify(token);
    return viewer && !this.revoked.has(viewer.sessionId) && !this.revoked.isOutdated(viewer) ? viewer : undefined;
  }

  /**
   * The viewer of a request, if the route's access rule admits them.
   * @throws ApiError `unauthorized` 401 with `authCookieFound`; `account-suspended`, `role-needed` and
   *   `profile-incomplete` 403
   */
  admit(route: Admitting, cookie: string | undefined): Viewer {
    return assertAdmitted(route, this.read(cookie), () => this.cookieArrived(cookie));
  }

  refreshToken(cookie: string | undefined): string | undefined {
    return readCookie(cookie, this.cookies.refresh);
  }

  /** Whether the request has an access or refresh cookie, valid or not. */
  cookieArrived(cookie: string | undefined): boolean {
    return readCookie(cookie, this.cookies.access) !== undefined || this.refreshToken(cookie) !== undefined;
  }

  /**
   * Rotates a refresh token. Requests that arrive together with the same one share the exchange.
   * @throws SessionRefused when auth does not accept the token, or not for that user; ApiError 429 or 503 otherwise
   */
  async renew(refreshToken: string, userId: number | undefined, client: Client): Promise<Renewed> {
    if (!REFRESH_TOKEN.test(refreshToken)) throw new SessionRefused();
    const key = `${userId ?? ''} ${refreshToken}`;
    let renewal = this.#renewals.get(key);
    if (!renewal) {
      renewal = this.rpc
        .call(authRpc.refresh, { refreshToken, ...(userId === undefined ? {} : { userId }), client })
        .finally(() => this.#renewals.delete(key));
      this.#renewals.set(key, renewal);
    }
    try {
      return await renewal;
    } catch (error) {
      // Another user's id is only a wrong hint, so it does not sign the cookie's owner out.
      if (error instanceof ApiError && error.status === 403)
        throw new ApiError('unauthorized', { extra: { authCookieFound: false } });
      if (error instanceof ApiError && (error.status === 401 || error.status === 400)) throw new SessionRefused();
      throw error;
    }
  }

  /** The viewer of a renewed session, as its new token says. */
  viewerOf({ account, session }: Renewed): Viewer {
    return (
      this.#tokens.verify(session.accessToken) ?? {
        userId: account.id,
        sessionId: session.sessionId,
        profile: account.hasCompletedProfile,
        verified: account.emailVerified,
        ...(account.suspension && { suspended: claimOf(account.suspension) }),
        ...(account.waitingSince ? { waiting: true } : {}),
      }
    );
  }
}

/**
 * The viewer, if the route's access rule admits them.
 * @throws ApiError `unauthorized` 401 without a viewer, with `authCookieFound` from `cookieArrived`;
 *   `account-suspended` 403 with `until` and `actId`; `account-waiting`, `role-needed` and `profile-incomplete` 403
 */
export function assertAdmitted(
  { access, whileSuspended }: Admitting,
  viewer: Viewer | undefined,
  cookieArrived: () => boolean,
): Viewer {
  if (!viewer) throw new ApiError('unauthorized', { extra: { authCookieFound: cookieArrived() } });
  if (viewer.suspended && !whileSuspended) throw suspended(viewer.suspended);
  if (viewer.waiting && !whileSuspended) throw new ApiError('account-waiting');
  if (access === 'moderator' && !viewer.role) throw new ApiError('role-needed');
  if (access === 'administrator' && !isAdministrator(viewer)) throw new ApiError('role-needed');
  if (access === 'profile' && !viewer.profile) throw new ApiError('profile-incomplete');
  return viewer;
}

const claimOf = ({ until, actId }: Suspension): SuspendedClaim => ({
  until: until === null ? null : Date.parse(until) / 1_000,
  actId,
});

/** `account-suspended`, with the end of the suspension and its act. */
export const suspended = ({ until, actId }: SuspendedClaim): ApiError =>
  new ApiError('account-suspended', {
    extra: { until: until === null ? null : new Date(until * 1_000).toISOString(), actId },
  });

/** Auth does not accept the refresh token: 401, and the caller clears the cookies. */
export class SessionRefused extends ApiError {
  constructor() {
    super('unauthorized', { extra: { authCookieFound: false } });
  }
}
