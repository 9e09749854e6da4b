import { Controller, Req, Res } from '@nestjs/common';
import {
  authRpc,
  routes,
  type AccountDeletion,
  type DeletionState,
  type SessionInfo,
  type User,
  type VerifiedEmail,
} from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readOrRenew } from '../session/renewal.js';
import { Sessions } from '../session/sessions.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { clientOf } from '../http/client.js';
import { Input, Route, type RouteInput } from '../http/route.js';
import { Users } from './users.service.js';

/** Sign-in with a provider's token, passwords, mailed links, and the list of sessions (docs/product.md#accounts). */
@Controller()
export class AccountController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly users: Users,
  ) {}

  @Route(routes.google)
  google(
    @Input() { body }: RouteInput<typeof routes.google>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    return this.#signIn('google', body.idToken, request, reply);
  }

  @Route(routes.emailToken)
  email(
    @Input() { body }: RouteInput<typeof routes.emailToken>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    return this.#signIn('email', body.idToken, request, reply);
  }

  @Route(routes.requestPasswordReset)
  async requestPasswordReset(
    @Input() { body }: RouteInput<typeof routes.requestPasswordReset>,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.rpc.call(authRpc.requestPasswordReset, { ...body, client: clientOf(request) });
  }

  @Route(routes.confirmPasswordReset)
  async confirmPasswordReset(
    @Input() { body }: RouteInput<typeof routes.confirmPasswordReset>,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.rpc.call(authRpc.confirmPasswordReset, { ...body, client: clientOf(request) });
  }

  @Route(routes.sendVerification)
  async sendVerification(@SignedIn() viewer: Viewer): Promise<void> {
    await this.rpc.call(authRpc.sendVerification, { userId: viewer.userId });
  }

  @Route(routes.verifyEmail)
  async verifyEmail(
    @Input() { body }: RouteInput<typeof routes.verifyEmail>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VerifiedEmail> {
    const viewer = await readOrRenew(this.sessions, request, reply);
    const session = viewer && { userId: viewer.userId, sessionId: viewer.sessionId };
    const proof = await this.rpc.call(authRpc.verifyEmail, {
      ...body,
      ...(session && { session }),
      client: clientOf(request),
    });
    if (proof.access) this.sessions.cookies.setAccess(reply, proof.access);
    return { passwordToken: proof.passwordToken ?? null };
  }

  @Route(routes.changePassword)
  async changePassword(
    @SignedIn() viewer: Viewer,
    @Input() { body }: RouteInput<typeof routes.changePassword>,
  ): Promise<void> {
    await this.rpc.call(authRpc.changePassword, { ...body, userId: viewer.userId, sessionId: viewer.sessionId });
  }

  @Route(routes.deletion)
  deletion(@SignedIn() viewer: Viewer): Promise<DeletionState> {
    return this.rpc.call(authRpc.deletion, { userId: viewer.userId });
  }

  @Route(routes.requestDeletion)
  requestDeletion(
    @SignedIn() viewer: Viewer,
    @Input() { body }: RouteInput<typeof routes.requestDeletion>,
  ): Promise<AccountDeletion> {
    const { userId, sessionId } = viewer;
    return this.rpc.call(authRpc.requestDeletion, { ...body, userId, sessionId });
  }

  @Route(routes.withdrawDeletion)
  async withdrawDeletion(@SignedIn() viewer: Viewer): Promise<void> {
    await this.rpc.call(authRpc.withdrawDeletion, { userId: viewer.userId });
  }

  @Route(routes.sessions)
  list(@SignedIn() viewer: Viewer): Promise<SessionInfo[]> {
    return this.rpc.call(authRpc.sessions, { userId: viewer.userId, sessionId: viewer.sessionId });
  }

  @Route(routes.endSession)
  async end(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.endSession>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.rpc.call(authRpc.endSession, { userId: viewer.userId, sessionId: params.sessionId });
    if (params.sessionId === viewer.sessionId) this.sessions.cookies.clear(reply);
  }

  @Route(routes.logoutEverywhere)
  async endAll(@SignedIn() viewer: Viewer, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.rpc.call(authRpc.endAllSessions, { userId: viewer.userId });
    this.sessions.cookies.clear(reply);
  }

  async #signIn(
    provider: 'google' | 'email',
    idToken: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<User> {
    const { account, session } = await this.rpc.call(authRpc.tokenSignIn, {
      provider,
      idToken,
      client: clientOf(request),
    });
    this.sessions.cookies.set(reply, session);
    return this.users.withCounts(account);
  }
}
