import { Controller, Req } from '@nestjs/common';
import {
  admissionRpc,
  authRpc,
  routes,
  type Author,
  type Invitation,
  type InvitationPreview,
  type OwnInvitations,
  type SignUpRequests,
} from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { Input, Route, type RouteInput } from '../http/route.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { decoration } from '../http/decoration.js';

const maker = (viewer: Viewer) => ({ userId: viewer.userId, administrator: viewer.role === 'administrator' });

/** Invitations, and people who ask to join (docs/product.md#who-may-join). */
@Controller()
export class AdmissionController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.invitation)
  async preview(
    @Input() { params }: RouteInput<typeof routes.invitation>,
    @Req() request: FastifyRequest,
  ): Promise<InvitationPreview> {
    const { makerId, ...facts } = await this.rpc.call(authRpc.previewInvitation, {
      code: params.code,
      client: clientOf(request),
    });
    return { ...facts, inviter: await this.#person(makerId) };
  }

  @Route(routes.invitations)
  own(@SignedIn() viewer: Viewer): Promise<OwnInvitations> {
    return this.rpc.call(admissionRpc.invitations, maker(viewer));
  }

  @Route(routes.invite)
  invite(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.invite>): Promise<Invitation> {
    return this.rpc.call(admissionRpc.invite, { ...body, ...maker(viewer) });
  }

  @Route(routes.withdrawInvitation)
  async withdraw(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.withdrawInvitation>,
  ): Promise<void> {
    await this.rpc.call(admissionRpc.withdraw, { ...params, ...maker(viewer) });
  }

  @Route(routes.allInvitations)
  async all() {
    const { invitations } = await this.rpc.call(admissionRpc.allInvitations, {});
    const ids = [...new Set(invitations.map(({ makerId }) => makerId))];
    const people = new Map(await Promise.all(ids.map(async (id) => [id, await this.#person(id)] as const)));
    return { invitations: invitations.map(({ makerId, ...one }) => ({ ...one, by: people.get(makerId) ?? null })) };
  }

  @Route(routes.signUpRequests)
  requests(@SignedIn() viewer: Viewer): Promise<SignUpRequests> {
    return this.rpc.call(admissionRpc.requests, { administrator: viewer.role === 'administrator' });
  }

  @Route(routes.decideSignUp)
  async decide(
    @SignedIn() viewer: Viewer,
    @Input() { params, body }: RouteInput<typeof routes.decideSignUp>,
  ): Promise<void> {
    await this.rpc.call(admissionRpc.decide, { ...body, userId: params.userId, actorId: viewer.userId });
  }

  @Route(routes.takeRequestBack)
  async takeBack(@SignedIn() viewer: Viewer): Promise<void> {
    await this.rpc.call(authRpc.takeRequestBack, { userId: viewer.userId });
  }

  /** Null for the id null, for a deleted account, and while auth is away. */
  async #person(userId: number | null): Promise<Author | null> {
    if (userId === null) return null;
    // Somebody whose account is deleted is not found.
    const account = await decoration(this.rpc, authRpc.account, { userId }).catch(() => null);
    return account && (({ id, username, name, profilePicture }) => ({ id, username, name, profilePicture }))(account);
  }
}
