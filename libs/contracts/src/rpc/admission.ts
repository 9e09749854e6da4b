import { z } from 'zod';
import { Id } from '../common.js';
import { InvitationCode } from '../http/admission-fields.js';
import { Invitation, InvitationBody, InvitationFacts, SignUpDecisionBody, SignUpRequests } from '../http/admission.js';
import { rpc } from './define.js';

const Person = { userId: Id, administrator: z.boolean() };

/** Invitations, and people who ask to join (docs/product.md#who-may-join). */
export const admissionRpc = {
  invite: rpc('community.invitation.make', InvitationBody.extend(Person), Invitation),
  invitations: rpc(
    'community.invitations.own',
    z.object(Person),
    z.object({ invitations: z.array(Invitation), left: z.int().min(0).nullable() }),
    { retry: true },
  ),
  allInvitations: rpc(
    'community.invitations.all',
    z.object({}),
    z.object({ invitations: z.array(Invitation.extend({ makerId: Id.nullable() })) }),
    { retry: true },
  ),
  /** Members withdraw their own, administrators any. Withdrawing again changes nothing. */
  withdraw: rpc('community.invitation.withdraw', z.object({ ...Person, invitationId: Id }), z.object({}), {
    retry: true,
  }),
  /** For auth, which limits guessing. Throws `invitation-not-found`, `invitation-used-up`, `invitation-ended`. */
  preview: rpc('community.invitation.preview', z.object({ code: InvitationCode }), InvitationFacts, { retry: true }),
  /**
   * Reserves a place for one sign-up. The same key reserves once. `operatorOnly`: only invitations of administrators
   * count. Errors as of `preview`.
   */
  redeem: rpc(
    'community.invitation.redeem',
    z.object({ code: InvitationCode, key: z.uuid(), operatorOnly: z.boolean() }),
    z.object({}),
    { retry: true },
  ),
  /** How the sign-up with a reserved place ended: in this account, or not at all. Lost messages do no harm. */
  settle: rpc('community.invitation.settle', z.object({ key: z.uuid(), userId: Id.nullable() }), z.object({}), {
    retry: true,
  }),
  /** With the addresses for an administrator alone. */
  requests: rpc('community.sign-up-requests', z.object({ administrator: z.boolean() }), SignUpRequests, {
    retry: true,
  }),
  /** Throws `request-not-found` if it was taken back, `request-decided` if it has the opposite decision. */
  decide: rpc(
    'community.sign-up-request.decide',
    SignUpDecisionBody.extend({ userId: Id, actorId: Id }),
    z.object({}),
    { retry: true },
  ),
};
