import { z } from 'zod';
import { INVITATION_DAYS_MAX, INVITATIONS_MAX, REQUEST_REASON_MAX } from '../constants.js';
import { Id, IdText, Instant, typedLines } from '../common.js';
import { InvitationCode } from './admission-fields.js';
import { Author } from '../author.js';

/** An invitation, as its maker and administrators see it. */
export const Invitation = z.object({
  id: Id,
  /** Such as `HARB-7Q2M-XD`. */
  code: z.string(),
  /** How many people it lets in, and how many it has let in or is letting in. */
  uses: z.int().min(1),
  used: z.int().min(0),
  createdAt: Instant,
  until: Instant.nullable(),
  withdrawnAt: Instant.nullable(),
});
export type Invitation = z.infer<typeof Invitation>;
/** `left`: how many more people may be invited; null without a limit. */
export const OwnInvitations = z.object({ invitations: z.array(Invitation), left: z.int().min(0).nullable() });
export type OwnInvitations = z.infer<typeof OwnInvitations>;
/** `POST /api/invitations`. `uses` counts towards a member's limit; without `days` it does not end by itself. */
export const InvitationBody = z.object({
  uses: z.int().min(1).max(INVITATIONS_MAX).default(1),
  days: z.int().min(1).max(INVITATION_DAYS_MAX).optional(),
});
export type InvitationBody = z.infer<typeof InvitationBody>;
export const InvitationParam = z.object({ invitationId: IdText });
export const InvitationCodeParam = z.object({ code: InvitationCode });

/** What an invitation says to somebody who was given its code. */
export const InvitationPreview = z.object({
  /** Null where the operator invites. */
  inviter: Author.nullable(),
  uses: z.int().min(1),
  left: z.int().min(1),
  until: Instant.nullable(),
});
export type InvitationPreview = z.infer<typeof InvitationPreview>;
/** What community says of an invitation. */
export const InvitationFacts = InvitationPreview.omit({ inviter: true }).extend({ makerId: Id.nullable() });
/** `GET /api/admin/invitations`. `by` is null where the operator's command or a deleted person made it. */
export const AdminInvitation = Invitation.extend({ by: Author.nullable() });
export type AdminInvitation = z.infer<typeof AdminInvitation>;
export const AdminInvitations = z.object({ invitations: z.array(AdminInvitation) });

/** Somebody who asks to join. Only administrators see `email`; for moderators it is null. */
export const SignUpRequest = z.object({
  userId: Id,
  email: z.string().nullable(),
  /** Null where the operator asks nothing. */
  answer: z.string().nullable(),
  requestedAt: Instant,
});
export type SignUpRequest = z.infer<typeof SignUpRequest>;
/** `GET /api/admin/requests`: the oldest first, at most a hundred. */
export const SignUpRequests = z.object({ requests: z.array(SignUpRequest), waiting: z.int().min(0) });
export type SignUpRequests = z.infer<typeof SignUpRequests>;
export const SignUpRequestParam = z.object({ userId: IdText });
/** `POST /api/admin/requests/:userId`. The reason is in the mail to somebody who was refused. */
export const SignUpDecisionBody = z.object({
  approve: z.boolean(),
  reason: typedLines(REQUEST_REASON_MAX, 'The reason').optional(),
});
export type SignUpDecisionBody = z.infer<typeof SignUpDecisionBody>;
