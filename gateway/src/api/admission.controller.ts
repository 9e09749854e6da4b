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
import { isAdministrator, SignedIn, type Viewer } from '../session/viewer.js';
import { decoration } from '../http/decoration.js';

const maker = (viewer: Viewer) => ({ userId: viewer.userId, administrator: isAdministrator(viewer) });

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
    const named = await this.#authors([makerId]);
    return { ...facts, inviter: named(makerId) };
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
    const named = await this.#authors(invitations.map(({ makerId }) => makerId));
    return { invitations: invitations.map(({ makerId, ...one }) => ({ ...one, by: named(makerId) })) };
  }

  @Route(routes.signUpRequests)
  requests(@SignedIn() viewer: Viewer): Promise<SignUpRequests> {
    return this.rpc.call(admissionRpc.requests, { administrator: isAdministrator(viewer) });
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

  /** Names by id: null for the id null, for a deleted account, and while auth is away. */
  async #authors(ids: readonly (number | null)[]): Promise<(id: number | null) => Author | null> {
    const userIds = [...new Set(ids)].filter((id) => id !== null);
    const found = userIds.length > 0 ? await decoration(this.rpc, authRpc.persons, { userIds }) : null;
    const authors = new Map(found?.persons.map(({ joinedAt: _joinedAt, ...author }) => [author.id, author]));
    return (id) => (id === null ? null : (authors.get(id) ?? null));
  }
}
