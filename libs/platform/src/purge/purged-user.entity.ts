import { defineEntity, p } from '@mikro-orm/core';
import type { EventData, accountDeletionStarted } from '@inkling/contracts';

/** What a service needs to know to purge a person's data. */
export type PurgeRequest = EventData<typeof accountDeletionStarted>;

/**
 * A person whose data the service removes. The row stays as a tombstone, with an id and dates, so that a late event
 * brings nothing back.
 */
export const PurgedUser = defineEntity({
  name: 'PurgedUser',
  tableName: 'purged_users',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    /** Null once the purge is confirmed. */
    request: p.json<PurgeRequest>().columnType('jsonb').nullable(),
    settledAt: p.datetime().columnType('timestamptz'),
    confirmedAt: p.datetime().columnType('timestamptz').nullable(),
    /** When the purge goes on; also the end of a lease. */
    dueAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** The statements of a service's migration that make its table of purged users. */
export const CREATE_PURGED_USERS: readonly string[] = [
  `create table purged_users (
     user_id bigint primary key,
     request jsonb,
     settled_at timestamptz not null,
     confirmed_at timestamptz,
     due_at timestamptz not null default now()
   )`,
  'create index purged_users_due_index on purged_users (due_at) where confirmed_at is null',
];

/** The version of a purged user's profile in projections: no late event has a higher one. */
export const LAST_VERSION = 2_147_483_647;
