import { IdText } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { SessionRefused, type Sessions } from './sessions.js';
import type { Viewer } from './viewer.js';

/**
 * Renews the session of a request without a valid access cookie (docs/product.md#sessions): of a GET with `?userId=`
 * whose refresh cookie is valid and belongs to that user.
 * @throws ApiError `unauthorized`, with `authCookieFound`; 503 when auth does not answer
 */
export async function renewSession(sessions: Sessions, request: FastifyRequest, reply: FastifyReply): Promise<Viewer> {
  const { cookie } = request.headers;
  const hint = request.method === 'GET' ? (request.query as Record<string, unknown>)['userId'] : undefined;
  if (hint === undefined)
    throw new ApiError('unauthorized', { extra: { authCookieFound: sessions.cookieArrived(cookie) } });
  const userId = IdText.safeParse(hint).data;
  const refreshToken = sessions.refreshToken(cookie);
  if (userId === undefined || refreshToken === undefined)
    throw new ApiError('unauthorized', { extra: { authCookieFound: false } });
  try {
    const renewed = await sessions.renew(refreshToken, userId, clientOf(request));
    sessions.cookies.set(reply, renewed.session);
    return sessions.viewerOf(renewed);
  } catch (error) {
    if (error instanceof SessionRefused) sessions.cookies.clear(reply);
    throw error;
  }
}

/**
 * The viewer of a public route that treats signed-in users differently. If the access cookie has expired, the refresh
 * cookie renews the session; a refresh cookie that auth refuses counts as none.
 * @throws ApiError 429 or 503 when auth cannot decide
 */
export async function readOrRenew(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer | undefined> {
  const { cookie } = request.headers;
  const viewer = sessions.read(cookie);
  const refreshToken = sessions.refreshToken(cookie);
  if (viewer || refreshToken === undefined) return viewer;
  try {
    const renewed = await sessions.renew(refreshToken, undefined, clientOf(request));
    sessions.cookies.set(reply, renewed.session);
    return sessions.viewerOf(renewed);
  } catch (error) {
    if (!(error instanceof SessionRefused)) throw error;
    sessions.cookies.clear(reply);
    return undefined;
  }
}
