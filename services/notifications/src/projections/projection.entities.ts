import { defineEntity, p } from '@mikro-orm/core';

/** What an entry shows of a user. */
const profile = {
  userId: p.bigint('number').primary().autoincrement(false),
  name: p.text(),
  username: p.text().nullable(),
  profilePicture: p.text().nullable(),
  /** Grows with every change of the profile. */
  version: p.integer(),
};

/** A user's public profile, as auth last announced it. */
export const Profile = defineEntity({
  name: 'Profile',
  tableName: 'profiles',
  properties: {
    ...profile,
    /** The address is verified. */
    verified: p.boolean().default(false),
    /** When the profile first arrived. */
    knownAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** `infinity` for good. The version is that of the decision. */
    suspendedUntil: p.datetime().columnType('timestamptz').nullable(),
    moderationVersion: p.integer().default(0),
  },
});

/** The latest profile of a user whom older notifications may show as they were before. */
export const ProfileChange = defineEntity({
  name: 'ProfileChange',
  tableName: 'profile_changes',
  properties: {
    ...profile,
    changedAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** A poll and its counted votes. A deleted poll's row stays, even when the deletion arrived first. */
export const PollActivity = defineEntity({
  name: 'PollActivity',
  tableName: 'poll_activity',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    authorId: p.bigint('number'),
    /** Null until the poll's creation has arrived. */
    question: p.text().nullable(),
    /** Texts of the options that led at its end; null before. */
    leaders: p.text().array().nullable(),
    /** Only followers of its author see it. */
    forFollowers: p.boolean().default(false),
    votes: p.bigint('number').default(0),
    /** Number of votes when voters were last drawn. */
    namedVotes: p.bigint('number').default(0),
    /** Gone, or hidden. */
    deleted: p.boolean().default(false),
    /** An act hides it; the version is that of the decision. */
    hidden: p.boolean().default(false),
    moderationVersion: p.integer().default(0),
    createdAt: p.datetime().columnType('timestamptz').nullable(),
  },
});

/** A comment that is not by the poll's author. A deleted comment's row stays without its text. */
export const Comment = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    commentId: p.bigint('number').primary().autoincrement(false),
    pollId: p.bigint('number'),
    userId: p.bigint('number'),
    content: p.text().nullable(),
    createdAt: p.datetime().columnType('timestamptz(3)'),
  },
});
