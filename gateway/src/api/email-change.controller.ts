import { Controller, Req, Res } from '@nestjs/common';
import { authRpc, routes, type VerifiedEmail } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { Input, Route, type RouteInput } from '../http/route.js';
import { Sessions } from '../session/sessions.js';
import { SignedIn, type Viewer } from '../session/viewer.js';

/** Changes of the own address (docs/product.md#change-of-address). */
@Controller()
export class EmailChangeController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Route(routes.requestEmailChange)
  async request(
    @SignedIn() { userId, sessionId }: Viewer,
    @Input() { body }: RouteInput<typeof routes.requestEmailChange>,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.rpc.call(authRpc.requestEmailChange, { ...body, userId, sessionId, client: clientOf(request) });
  }

  @Route(routes.confirmEmailChange)
  async confirm(
    @SignedIn() { userId, sessionId }: Viewer,
    @Input() { body }: RouteInput<typeof routes.confirmEmailChange>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const client = clientOf(request);
    const { access } = await this.rpc.call(authRpc.confirmEmailChange, { ...body, userId, sessionId, client });
    // The token says whether the address is confirmed.
    this.sessions.cookies.setAccess(reply, access);
  }

  @Route(routes.restoreEmail)
  async restore(
    @Input() { body }: RouteInput<typeof routes.restoreEmail>,
    @Req() request: FastifyRequest,
  ): Promise<VerifiedEmail> {
    const { passwordToken } = await this.rpc.call(authRpc.restoreEmail, { ...body, client: clientOf(request) });
    return { passwordToken: passwordToken ?? null };
  }
}
