import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';

/** The decisions of moderators about a person, as the community service last announced them. */
export const ModeratedPerson = defineEntity({
  name: 'ModeratedPerson',
  tableName: 'moderated_people',
  properties: {
    accountId: p.bigint('number').primary().autoincrement(false),
    version: p.integer(),
    silenced: p.boolean().default(false),
    /** The act that suspended the account; null while no suspension holds. */
    actId: p.bigint('number').nullable(),
    /** Null for good. */
    suspendedUntil: p.datetime().columnType('timestamptz').nullable(),
    /** The rule as it read when the act was decided. */
    rule: p.text().nullable(),
    reason: p.text().nullable(),
  },
});

/** Whether `moderated_people as m` holds a suspension now, by the database's clock; false without a row. */
export const IS_SUSPENDED = sql<boolean>`
  coalesce(m.act_id is not null and coalesce(m.suspended_until > now(), true), false)`;
