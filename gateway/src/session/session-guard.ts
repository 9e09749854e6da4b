import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { ApiError } from '@inkling/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefusedAgain } from '../http/refused-again.js';
import { isOpen, routeOf } from '../http/route.js';
import type { Viewer } from './viewer.js';
import { assertAdmitted, Sessions } from './sessions.js';
import { SESSION_STRATEGY, type SessionStrategyOptions } from './session-strategy.js';

/** Applies every route's declared access. A handler that declares none is closed to everyone. */
@Injectable()
export class SessionGuard extends AuthGuard(SESSION_STRATEGY) {
  constructor(
    private readonly sessions: Sessions,
    private readonly refusedAgain: RefusedAgain,
  ) {
    super({ property: 'viewer' });
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    // A socket's user was admitted when it connected.
    if (context.getType() === 'ws') return true;
    const handler = context.getHandler();
    const route = routeOf(handler);
    if (route?.access === 'public' || (!route && isOpen(handler))) return true;
    if (!route) throw new ApiError('forbidden');
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const viewer = this.sessions.read(request.headers.cookie);
    // A valid token skips Passport, whose promises cost as much as the check. Passport renews sessions and refuses.
    if (!viewer) return super.canActivate(context) as Promise<boolean>;
    request.viewer = assertAdmitted(route, viewer, () => true);
    this.refusedAgain.assertNone(route, viewer.userId);
    // After that, so that a refusal from memory is not remembered once more.
    request.admittedTo = route;
    return true;
  }

  override getAuthenticateOptions(
    context: ExecutionContext,
  ): SessionStrategyOptions & { property: string; session: false } {
    return {
      property: 'viewer',
      session: false,
      sessions: this.sessions,
      reply: context.switchToHttp().getResponse<FastifyReply>(),
    };
  }

  override handleRequest<TUser>(
    error: Error | null,
    viewer: TUser | false,
    _info: unknown,
    context: ExecutionContext,
  ): TUser {
    if (error) throw error;
    const route = routeOf(context.getHandler()) ?? { access: 'session' };
    return assertAdmitted(route, (viewer || undefined) as Viewer | undefined, () => false) as TUser;
  }
}
