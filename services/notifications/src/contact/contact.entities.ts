import { defineEntity, p } from '@mikro-orm/core';

/** A message of the contact form. */
export const ContactMessage = defineEntity({
  name: 'ContactMessage',
  tableName: 'contact_messages',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Null for a visitor. */
    userId: p.bigint('number').nullable(),
    firstName: p.text(),
    lastName: p.text(),
    email: p.text(),
    message: p.text(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** Messages of a network within an hour, which begins with the first of them. */
export const ContactLimit = defineEntity({
  name: 'ContactLimit',
  tableName: 'contact_limits',
  properties: {
    network: p.text().primary(),
    startedAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    sent: p.integer().default(1),
  },
});
