import { Block, Mute, PurgedUser, UsedWork, type TablesOf } from '@inkling/platform';
import { FollowSeen, LikeSeen, NotificationChange } from './changes/change.entities.js';
import { ContactLimit, ContactMessage } from './contact/contact.entities.js';
import { QueuedFanOut } from './fan-out/fan-out.entity.js';
import { ModerationNotice } from './moderation/moderation-notice.entity.js';
import { ListedNotification, UnreadCount } from './list/notification.entities.js';
import { MailRow } from './mail/mail.entity.js';
import { Preferences } from './preferences/preferences.entity.js';
import { Comment, PollActivity, Profile, ProfileChange } from './projections/projection.entities.js';
import { EndedSession, PushToken, SentPush, WaitingPush } from './push/push.entities.js';

export const entities = [
  Profile,
  ProfileChange,
  PollActivity,
  Comment,
  NotificationChange,
  LikeSeen,
  FollowSeen,
  QueuedFanOut,
  ListedNotification,
  ModerationNotice,
  UnreadCount,
  Preferences,
  PushToken,
  WaitingPush,
  SentPush,
  EndedSession,
  MailRow,
  ContactMessage,
  ContactLimit,
  Block,
  Mute,
  PurgedUser,
  UsedWork,
] as const;

/** The service's tables as Kysely knows them. */
export interface Tables extends TablesOf<(typeof entities)[number]> {}
