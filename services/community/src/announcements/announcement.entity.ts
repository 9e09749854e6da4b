import { defineEntity, p } from '@mikro-orm/core';
import { ANNOUNCEMENT_LEVELS } from '@inkling/contracts';

/** Words of the operator to everyone. */
export const AnnouncementRow = defineEntity({
  name: 'AnnouncementRow',
  tableName: 'announcements',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    title: p.text(),
    text: p.text().nullable(),
    level: p.enum(ANNOUNCEMENT_LEVELS).columnType('text'),
    startsAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
    endsAt: p.datetime().columnType('timestamptz').nullable(),
    /** Null for the admin command, and once the account is deleted. */
    announcedBy: p.bigint('number').nullable(),
  },
});
