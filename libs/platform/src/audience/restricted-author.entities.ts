import { defineEntity, p } from '@mikro-orm/core';

/**
 * An author whose things are not for everybody. While `silenced` by moderators, lists show the person's polls and
 * profile to those in `audience_follows` alone. Polls for followers are for these people alone in any case. The row
 * stays after the end of a silence, against late events.
 */
export const RestrictedAuthor = defineEntity({
  name: 'RestrictedAuthor',
  tableName: 'restricted_authors',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    silenced: p.boolean().default(false),
    /** Has asked a poll for followers at some time. */
    asksFollowers: p.boolean().default(false),
    /** Of the last decision of moderators. */
    version: p.integer().default(0),
    /** How far the followers have been copied. `stale`: rows of an earlier restriction have to go first. */
    copy: p.text().$type<'stale' | 'arriving' | 'complete'>().default('complete'),
    /** The last follower that has arrived. */
    arrivedTo: p.bigint('number').default(0),
    /** The version of the author's followers that the copy began with: older changes are part of it. */
    copiedFrom: p.integer().default(0),
    /** When the copy goes on, also the end of a lease; null while there is nothing to copy. */
    dueAt: p.datetime().columnType('timestamptz').nullable(),
  },
});

/** A follower of a restricted author, or the author. A follower who has left keeps the row, against late events. */
export const AudienceFollow = defineEntity({
  name: 'AudienceFollow',
  tableName: 'audience_follows',
  properties: {
    authorId: p.bigint('number').primary(),
    followerId: p.bigint('number').primary(),
    follows: p.boolean(),
    /** Of the change of the author's followers that the row knows. */
    version: p.integer(),
  },
});

/** The statements of a service's migration that make both tables. */
export const CREATE_RESTRICTED_AUTHORS: readonly string[] = [
  `create table restricted_authors (
     user_id bigint primary key,
     silenced boolean not null default false,
     version integer not null default 0,
     copy text not null default 'complete' check (copy in ('stale', 'arriving', 'complete')),
     arrived_to bigint not null default 0,
     due_at timestamptz
   )`,
  'create index restricted_authors_silenced_index on restricted_authors (user_id) where silenced',
  'create index restricted_authors_due_index on restricted_authors (due_at) where due_at is not null',
  `create table audience_follows (
     author_id bigint not null,
     follower_id bigint not null,
     follows boolean not null,
     version integer not null,
     primary key (author_id, follower_id)
   )`,
  'create index audience_follows_follower_index on audience_follows (follower_id, author_id)',
];

/** The statements of a later migration, for authors who ask their followers alone. */
export const ADD_ASKING_FOLLOWERS: readonly string[] = [
  `alter table restricted_authors
     add column asks_followers boolean not null default false,
     add column copied_from integer not null default 0`,
  'create index restricted_authors_asks_followers_index on restricted_authors (user_id) where asks_followers',
];
