import { z } from 'zod';
import { CONTACT_MESSAGE_MAX, NAME_MAX, NOTIFICATION_TYPES, PUSH_TOKEN_MAX } from '../constants.js';
import { Id, IdText, Instant, typed, typedLines } from '../common.js';
import { NoticeContent } from './acts.js';
import { ProofOfWork } from './proof-of-work.js';
import { Author } from '../author.js';
import { Email } from './users.js';

export const NotificationType = z.enum(NOTIFICATION_TYPES);
export type NotificationType = z.infer<typeof NotificationType>;

/**
 * An entry in a person's list. Votes, likes and comments on one poll are one notification each: `count` people did it;
 * `actor` is the one who may be named, the other `count - 1` are only counted. A vote notification names a voter only
 * when the name does not reveal what anybody chose (ADR 5).
 */
export const Notification = z.object({
  id: Id,
  type: NotificationType,
  read: z.boolean(),
  /** Of the latest event in the group. */
  createdAt: Instant,
  actor: Author.nullable(),
  count: z.int().min(1),
  /** `leaders`: only of type `poll_ended`, the texts of the options that led at the end. */
  poll: z.object({ id: Id, question: z.string(), leaders: z.array(z.string()).optional() }).nullable(),
  /** The latest comment. */
  comment: z.object({ id: Id, content: z.string() }).nullable(),
  /** Only of type `moderation`. */
  notice: NoticeContent.nullable().optional(),
});
export type Notification = z.infer<typeof Notification>;
export const NotificationIdParam = z.object({ id: IdText });
export const UnreadCount = z.object({ count: z.int().min(0) });

const Channels = z.object({ inApp: z.boolean(), push: z.boolean() });
/**
 * For each kind: shown in the list, sent as push. `nameInVotes`: vote notifications may name this user; off until the
 * user turns it on.
 */
export const NotificationPreferences = z.object({
  vote: Channels,
  comment: Channels,
  like: Channels,
  follow: Channels,
  poll_ended: Channels,
  new_poll: Channels,
  nameInVotes: z.boolean(),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;
const SomeChannels = Channels.partial().optional();
/** What is left out stays as it is. */
export const PreferencesBody = z.object({
  vote: SomeChannels,
  comment: SomeChannels,
  like: SomeChannels,
  follow: SomeChannels,
  poll_ended: SomeChannels,
  new_poll: SomeChannels,
  nameInVotes: z.boolean().optional(),
});
export type PreferencesBody = z.infer<typeof PreferencesBody>;

/** A token of FCM, or a Web Push subscription (see WEB_PUSH_TOKEN_PREFIX). */
export const PushToken = z
  .string({ error: 'token must be text' })
  .min(10, 'This is no push token')
  .max(PUSH_TOKEN_MAX, 'This is no push token')
  .regex(/^[\w:.~-]+$/, 'This is no push token');
/** `POST /api/notification-tokens` (docs/product.md#push). */
export const PushTokenBody = z.object({
  token: PushToken,
  deviceType: z.enum(['web'], { error: "deviceType is 'web'" }).default('web'),
});
export const PushTokenParam = z.object({ token: PushToken });

/** `POST /api/contact` (docs/product.md#help-and-contact). */
export const ContactBody = z.object({
  firstName: typed(NAME_MAX, 'First name'),
  lastName: typed(NAME_MAX, 'Last name'),
  email: Email,
  message: typedLines(CONTACT_MESSAGE_MAX, 'Message'),
  proofOfWork: ProofOfWork,
});
export type ContactBody = z.infer<typeof ContactBody>;

/** `POST /api/debug/test-notification` (docs/product.md#debug-page). */
export const TestNotificationBody = z.object({ targetUserId: Id });
