import { Controller, Req, Res } from '@nestjs/common';
import { authRpc, routes, type Passkey, type PasskeyOptions, type User } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { Input, Route, type RouteInput } from '../http/route.js';
import { Sessions } from '../session/sessions.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { Users } from './users.service.js';

const sessionOf = ({ userId, sessionId }: Viewer) => ({ userId, sessionId });

/** Passkeys: the own list, sign-in and proof (docs/product.md#passkeys). */
@Controller()
export class PasskeysController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly users: Users,
  ) {}

  @Route(routes.passkeys)
  list(@SignedIn() viewer: Viewer): Promise<Passkey[]> {
    return this.rpc.call(authRpc.passkeys, { userId: viewer.userId });
  }

  @Route(routes.newPasskeyOptions)
  newOptions(@SignedIn() viewer: Viewer): Promise<PasskeyOptions> {
    return this.rpc.call(authRpc.newPasskeyOptions, sessionOf(viewer));
  }

  @Route(routes.addPasskey)
  add(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.addPasskey>): Promise<Passkey> {
    return this.rpc.call(authRpc.addPasskey, { ...body, ...sessionOf(viewer) });
  }

  @Route(routes.renamePasskey)
  rename(
    @SignedIn() viewer: Viewer,
    @Input() { params, body }: RouteInput<typeof routes.renamePasskey>,
  ): Promise<Passkey> {
    return this.rpc.call(authRpc.renamePasskey, { ...params, ...body, userId: viewer.userId });
  }

  @Route(routes.removePasskey)
  async remove(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.removePasskey>,
  ): Promise<void> {
    await this.rpc.call(authRpc.removePasskey, { ...params, ...sessionOf(viewer) });
  }

  @Route(routes.passkeyOptions)
  options(@Req() request: FastifyRequest): Promise<PasskeyOptions> {
    return this.rpc.call(authRpc.passkeyOptions, { client: clientOf(request) });
  }

  @Route(routes.passkeySignIn)
  async signIn(
    @Input() { body }: RouteInput<typeof routes.passkeySignIn>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const { account, session } = await this.rpc.call(authRpc.passkeySignIn, { ...body, client: clientOf(request) });
    this.sessions.cookies.set(reply, session);
    return this.users.withCounts(account);
  }

  @Route(routes.proveWithPasskeyOptions)
  proveOptions(@SignedIn() viewer: Viewer, @Req() request: FastifyRequest): Promise<PasskeyOptions> {
    return this.rpc.call(authRpc.passkeyOptions, { session: sessionOf(viewer), client: clientOf(request) });
  }

  @Route(routes.proveWithPasskey)
  async prove(
    @SignedIn() viewer: Viewer,
    @Input() { body }: RouteInput<typeof routes.proveWithPasskey>,
  ): Promise<void> {
    await this.rpc.call(authRpc.proveWithPasskey, { ...body, ...sessionOf(viewer) });
  }
}
