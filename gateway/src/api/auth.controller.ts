import { Controller, Req, Res } from '@nestjs/common';
import { authRpc, notificationsRpc, routes, type OfferedWork, type User } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionRefused, Sessions } from '../session/sessions.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { clientOf } from '../http/client.js';
import { Input, Route, type RouteInput } from '../http/route.js';
import { Users } from './users.service.js';

/** Sign-up, sign-in and the session (docs/product.md#sign-in). */
@Controller()
export class AuthController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly users: Users,
  ) {}

  /** The service that checks a proof of work makes its challenge. */
  @Route(routes.proofOfWork)
  offerWork(
    @Input() { query }: RouteInput<typeof routes.proofOfWork>,
    @Req() request: FastifyRequest,
  ): Promise<OfferedWork> {
    const client = clientOf(request);
    return query.for === 'contact'
      ? this.rpc.call(notificationsRpc.offerWork, { client: { ip: client.ip } })
      : this.rpc.call(authRpc.offerWork, { purpose: query.for, client });
  }

  @Route(routes.signup)
  async signup(
    @Input() { body }: RouteInput<typeof routes.signup>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const { account, session } = await this.rpc.call(authRpc.signup, { ...body, client: clientOf(request) });
    this.sessions.cookies.set(reply, session);
    return this.users.fresh(account);
  }

  @Route(routes.login)
  async login(
    @Input() { body }: RouteInput<typeof routes.login>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const { account, session } = await this.rpc.call(authRpc.login, { ...body, client: clientOf(request) });
    this.sessions.cookies.set(reply, session);
    return this.users.withCounts(account);
  }

  @Route(routes.loginWithCode)
  async loginWithCode(
    @Input() { body }: RouteInput<typeof routes.loginWithCode>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const { account, session } = await this.rpc.call(authRpc.loginWithCode, { ...body, client: clientOf(request) });
    this.sessions.cookies.set(reply, session);
    return this.users.withCounts(account);
  }

  @Route(routes.me)
  me(@SignedIn() viewer: Viewer): Promise<User> {
    return this.users.own(viewer.userId);
  }

  @Route(routes.logout)
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const { cookie } = request.headers;
    const refreshToken = this.sessions.refreshToken(cookie)?.slice(0, 200);
    const sessionId = this.sessions.read(cookie)?.sessionId;
    // The cookies are cleared even if auth does not answer.
    if (this.sessions.cookieArrived(cookie)) this.sessions.cookies.clear(reply);
    if (!refreshToken && !sessionId) return;
    await this.rpc.call(authRpc.logout, {
      ...(refreshToken ? { refreshToken } : {}),
      ...(sessionId ? { sessionId } : {}),
    });
  }

  @Route(routes.refreshSession)
  async refresh(
    @Input() { body }: RouteInput<typeof routes.refreshSession>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ user: User }> {
    const token = this.sessions.refreshToken(request.headers.cookie);
    if (token === undefined) throw new ApiError('unauthorized', { extra: { authCookieFound: false } });
    try {
      const { account, session } = await this.sessions.renew(token, body.userId, clientOf(request));
      this.sessions.cookies.set(reply, session);
      return { user: await this.users.withCounts(account) };
    } catch (error) {
      if (error instanceof SessionRefused) this.sessions.cookies.clear(reply);
      throw error;
    }
  }
}
