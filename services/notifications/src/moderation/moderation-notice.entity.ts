import { defineEntity, p } from '@mikro-orm/core';
import type { NoticeContent } from '@inkling/contracts';

/** The content of a notification of kind `moderation`; it goes with the notification. */
export const ModerationNotice = defineEntity({
  name: 'ModerationNotice',
  tableName: 'moderation_notices',
  properties: {
    /** The number that community gave the notice. */
    noticeId: p.bigint('number').primary().autoincrement(false),
    notificationId: p.bigint('number').unique(),
    content: p.json<NoticeContent>().columnType('jsonb'),
  },
});
