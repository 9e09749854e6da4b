import { defineEntity, p } from '@mikro-orm/core';
import type { QueuedMail } from './queued-mail.js';

/** A mail that waits, or what is left of a finished one. */
export const MailRow = defineEntity({
  name: 'MailRow',
  tableName: 'mail_queue',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    template: p.text().$type<QueuedMail['template']>(),
    /** The same for every attempt, so that a mailbox can recognize a copy. */
    messageId: p.uuid().defaultRaw('gen_random_uuid()'),
    /** Of the request, where a repeated one must not make another mail. */
    requestId: p.uuid().nullable(),
    /** Removed when the mail is sent or given up. */
    content: p.json<QueuedMail['content']>().columnType('jsonb').nullable(),
    status: p.text().$type<'waiting' | 'sent' | 'logged' | 'failed'>().default('waiting'),
    attempts: p.integer().default(0),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** Also the end of a lease. */
    dueAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    finishedAt: p.datetime().columnType('timestamptz').nullable(),
  },
});
