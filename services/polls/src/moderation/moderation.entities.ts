import { defineEntity, p } from '@mikro-orm/core';
import type { ObjectState } from '@inkling/contracts';
import { counts } from '../polls/poll.entities.js';

/**
 * The tally of a poll that an act hides. It is not in `poll_counters`, so that every statement treats the poll as
 * deleted. It also keeps the due end and the activity score for the poll's return.
 */
export const ModeratedCounter = defineEntity({
  name: 'ModeratedCounter',
  tableName: 'moderated_counters',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    ...counts,
    endDue: p.boolean(),
    activity: p.double().nullable(),
  },
});

/**
 * The last decision of moderators about a comment. While an act hides the comment, its text is here and not in
 * `comments`. For one that shows again or is gone, only the version is kept.
 */
export const ModeratedComment = defineEntity({
  name: 'ModeratedComment',
  tableName: 'moderated_comments',
  properties: {
    commentId: p.bigint('number').primary().autoincrement(false),
    version: p.integer(),
    state: p.text().$type<ObjectState>(),
    actId: p.bigint('number').nullable(),
    pollId: p.bigint('number').nullable(),
    userId: p.bigint('number').nullable(),
    content: p.text().nullable(),
    createdAt: p.datetime().columnType('timestamptz').nullable(),
  },
});
