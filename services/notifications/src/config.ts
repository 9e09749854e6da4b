import { z } from 'zod';
import { MailConfig } from './mail/mail-config.js';
import { NoticesConfig } from './notices/notices-config.js';
import { PushConfig } from './push/push-config.js';

/** Environment particular to notifications. */
export const NotificationsConfig = z.object({ ...NoticesConfig.shape, ...PushConfig.shape, ...MailConfig.shape });
export type NotificationsConfig = z.infer<typeof NotificationsConfig>;
