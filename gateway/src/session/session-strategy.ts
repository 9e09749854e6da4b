import passport from 'passport';
import { IdText } from '@inkling/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { SessionRefused, type Sessions } from './sessions.js';

export const SESSION_STRATEGY = 'inkling-session';

/** What the guard hands over per request, so that applications in one process do not share a state. */
export interface SessionStrategyOptions {
  readonly sessions: Sessions;
  readonly reply: FastifyReply;
}

/**
 * Recognises the signed-in user by the access cookie, at once. The specification's retry (spec 4) is here as well: a GET
 * with `?userId=` may have its session renewed, once, when the refresh cookie is valid and belongs to that user.
 */
export class SessionStrategy extends passport.Strategy {
  override readonly name = SESSION_STRATEGY;

  override authenticate(this: passport.StrategyCreated<this>, request: unknown, options: unknown): void {
    const { headers, method, query } = request as FastifyRequest;
    const { sessions, reply } = options as SessionStrategyOptions;
    const viewer = sessions.read(headers.cookie);
    if (viewer) {
      this.success(viewer);
      return;
    }
    const hint = method === 'GET' ? (query as Record<string, unknown>)['userId'] : undefined;
    if (hint === undefined) {
      this.fail({ authCookieFound: sessions.cookieArrived(headers.cookie) });
      return;
    }
    const userId = IdText.safeParse(hint).data;
    const refreshToken = sessions.refreshToken(headers.cookie);
    if (userId === undefined || refreshToken === undefined) {
      this.fail({ authCookieFound: false });
      return;
    }
    sessions.renew(refreshToken, userId, clientOf(request as FastifyRequest)).then(
      (renewed) => {
        sessions.cookies.set(reply, renewed.session);
        this.success(sessions.viewerOf(renewed));
      },
      (error: unknown) => {
        if (error instanceof SessionRefused) sessions.cookies.clear(reply);
        this.error(error);
      },
    );
  }
}
