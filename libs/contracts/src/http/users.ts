import { z } from 'zod';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, POLLS_AFTER_DELETION } from '../constants.js';
import { Id, IdText, Instant } from '../common.js';
import { Author } from '../author.js';
import { DisplayName, Username } from './names.js';
import { Admission } from './admission-fields.js';
import { ProofOfWork } from './proof-of-work.js';

/** Null while the service that counts does not answer: unknown, not zero. */
const Count = z.int().min(0).nullable();

/** A user as any signed-in user sees them, without private fields. */
export const PublicUser = Author.extend({
  hasCompletedProfile: z.boolean(),
  followersCount: Count,
  followingCount: Count,
  pollsCount: Count,
});
export type PublicUser = z.infer<typeof PublicUser>;

/**
 * A user as one viewer sees them. Of somebody whom the viewer has blocked it holds the name and picture alone, and no
 * counts, so that a menu can offer the way back (docs/product.md#blocks-and-mutes). A user who has blocked the viewer
 * is not found.
 */
export const ProfileView = PublicUser.extend({
  /** The viewer has blocked them. */
  blocked: z.boolean(),
  /** The viewer has muted them; false while the service that knows does not answer. */
  muted: z.boolean(),
});
export type ProfileView = z.infer<typeof ProfileView>;

/** What an account may do beyond its own affairs (docs/product.md#roles). The operator grants it. */
export const ROLES = ['member', 'moderator', 'administrator'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** Why and until when an account is suspended (docs/product.md#suspended-accounts). `until` is null for good. */
export const Suspension = z.object({
  until: Instant.nullable(),
  actId: Id,
  /** The rule as it read when the act was decided. */
  rule: z.string().nullable(),
  reason: z.string(),
});
export type Suspension = z.infer<typeof Suspension>;

/** One's own account (docs/product.md#profiles). */
export const User = PublicUser.extend({
  email: z.string(),
  emailVerified: z.boolean(),
  role: Role,
  /** When the account was made. Absent in answers of older servers. */
  createdAt: Instant.optional(),
  /** Only while the account is suspended. */
  suspension: Suspension.optional(),
  /** Only while a moderator has to decide whether the person may join: when they asked. */
  waitingSince: Instant.optional(),
});
export type User = z.infer<typeof User>;

/** Lower-cased for look-ups, kept as typed for display. */
export const Email = z
  .string({ error: 'Please enter a valid email address.' })
  .trim()
  .max(EMAIL_MAX, 'Please enter a valid email address.')
  .regex(
    /^[^\s@<>"'\\\u0000-\u001f]+@[^\s@<>"'\\\u0000-\u001f]+\.[^\s@.<>"'\\\u0000-\u001f]{2,}$/,
    'Please enter a valid email address.',
  );

const PASSWORD_TOO_LONG = `A password can have at most ${PASSWORD_MAX} characters.`;

/** A new password. The length limit is in characters; anything else is the user's business. */
export const NewPassword = z
  .string({ error: 'Password is too weak. Please use at least 6 characters.' })
  .min(PASSWORD_MIN, 'Password is too weak. Please use at least 6 characters.')
  .max(PASSWORD_MAX, PASSWORD_TOO_LONG);

export const SignupBody = z.object({
  email: Email,
  password: NewPassword,
  name: DisplayName.optional(),
  ...Admission,
  proofOfWork: ProofOfWork,
});
export type SignupBody = z.infer<typeof SignupBody>;

export const LoginBody = z.object({
  email: Email,
  password: z
    .string({ error: 'Please fill in all required fields.' })
    .min(1, 'Please fill in all required fields.')
    .max(PASSWORD_MAX, PASSWORD_TOO_LONG),
});
export type LoginBody = z.infer<typeof LoginBody>;

/**
 * `userId` is a hint; the one retry (docs/product.md#sessions) works only with a valid refresh cookie of the same user.
 */
export const RefreshBody = z.object({ userId: Id.optional() });

/** `POST /api/users/me/update` and `POST /api/users/create-profile` (docs/product.md#profiles), multipart or JSON. */
export const ProfileBody = z.object({ name: DisplayName, username: Username });
export type ProfileBody = z.infer<typeof ProfileBody>;
/** As text in multipart, as a number in JSON; when it differs from the session's user the answer is 403. */
export const CreateProfileBody = ProfileBody.extend({
  userId: z.union([Id, IdText], { error: 'must be a positive whole number' }).optional(),
});

/** `POST /api/users/me/deletion`: what becomes of the person's polls (docs/product.md#deleting-an-account). */
export const DeletionBody = z.object({ polls: z.enum(POLLS_AFTER_DELETION) });
/** A deletion that was asked for. Until `dueAt` it can be taken back. */
export const AccountDeletion = DeletionBody.extend({ requestedAt: Instant, dueAt: Instant });
export type AccountDeletion = z.infer<typeof AccountDeletion>;
/** `days`: for how long a deletion can be taken back on this server. */
export const DeletionState = z.object({ days: z.int().min(0), pending: AccountDeletion.nullable() });
export type DeletionState = z.infer<typeof DeletionState>;
