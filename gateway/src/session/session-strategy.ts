import passport from 'passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renewSession } from './renewal.js';
import type { Sessions } from './sessions.js';

export const SESSION_STRATEGY = 'inkling-session';

/** What the guard passes per request, so that several applications in one process share no state. */
export interface SessionStrategyOptions {
  readonly sessions: Sessions;
  readonly reply: FastifyReply;
}

/** Finds the signed-in user by the access cookie, or by renewing the session (docs/product.md#sessions). */
export class SessionStrategy extends passport.Strategy {
  override readonly name = SESSION_STRATEGY;

  override authenticate(this: passport.StrategyCreated<this>, request: unknown, options: unknown): void {
    const { sessions, reply } = options as SessionStrategyOptions;
    const viewer = sessions.read((request as FastifyRequest).headers.cookie);
    if (viewer) this.success(viewer);
    else
      renewSession(sessions, request as FastifyRequest, reply).then(
        (renewed) => this.success(renewed),
        (error: unknown) => this.error(error),
      );
  }
}
