import { z } from 'zod';
import { Cursor, Id, Instant } from '../common.js';
import {
  ContactBody,
  Notification,
  NotificationPreferences,
  PreferencesBody,
  PushToken,
  UnreadCount,
} from '../http/notifications.js';
import { OfferedWork } from '../http/proof-of-work.js';
import { rpc } from './define.js';

const OfUser = z.object({ userId: Id });

/** Mail that another service asks for; the words are of notifications. `link` is an address on PUBLIC_ORIGIN. */
export const MailRequest = z.object({
  template: z.enum([
    'password-reset',
    'verify-email',
    'password-changed',
    'export-ready',
    'change-email',
    'email-taken',
    'email-changed',
    'new-sign-in',
    'deletion-requested',
    'deletion-done',
    'sign-up-approved',
    'sign-up-refused',
  ]),
  to: z.string().max(254),
  name: z.string().max(200),
  link: z.url().optional(),
  /** Lines between the text and the link, such as the time of a sign-in. */
  facts: z.array(z.string().max(200)).max(5).optional(),
  /** A second request with the same id sends nothing. */
  id: z.uuid().optional(),
  /** The moment that the mail is about. */
  at: Instant.optional(),
});
export type MailRequest = z.infer<typeof MailRequest>;

export const notificationsRpc = {
  list: rpc(
    'notifications.list',
    OfUser.extend({ cursor: Cursor.optional() }),
    z.object({ notifications: z.array(Notification), nextCursor: Cursor.nullable() }),
    { retry: true },
  ),
  unreadCount: rpc('notifications.unread-count', OfUser, UnreadCount, { retry: true }),
  markAllRead: rpc('notifications.mark-all-read', OfUser, UnreadCount, { retry: true }),
  markRead: rpc('notifications.mark-read', OfUser.extend({ notificationId: Id }), UnreadCount, { retry: true }),
  remove: rpc('notifications.delete', OfUser.extend({ notificationId: Id }), z.object({})),
  preferences: rpc('notifications.preferences.get', OfUser, NotificationPreferences, { retry: true }),
  savePreferences: rpc(
    'notifications.preferences.save',
    PreferencesBody.extend({ userId: Id }),
    NotificationPreferences,
    { retry: true },
  ),
  registerToken: rpc(
    'notifications.tokens.register',
    OfUser.extend({ sessionId: z.uuid().optional(), token: PushToken, deviceType: z.string() }),
    z.object({}),
    { retry: true },
  ),
  deleteToken: rpc('notifications.tokens.delete', OfUser.extend({ token: PushToken }), z.object({}), { retry: true }),
  contact: rpc(
    'notifications.contact',
    ContactBody.extend({ userId: Id.nullable(), client: z.object({ ip: z.string().max(64) }) }),
    z.object({}),
  ),
  /** A challenge for one contact message. */
  offerWork: rpc('notifications.work.offer', z.object({ client: z.object({ ip: z.string().max(64) }) }), OfferedWork, {
    retry: true,
  }),
  /** A notification of type `test` from one user to another. */
  test: rpc('notifications.test', z.object({ actorId: Id, userId: Id }), Notification),
  /** Stores the mail and answers; it is delivered soon after, and tried again while the mail server is away. */
  mail: rpc('notifications.mail', MailRequest, z.object({})),
  features: rpc(
    'notifications.features',
    z.object({}),
    z.object({ push: z.boolean(), pushKey: z.string().nullable(), mail: z.boolean() }),
    { retry: true },
  ),
};
