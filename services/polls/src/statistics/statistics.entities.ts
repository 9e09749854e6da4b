import { defineEntity, p } from '@mikro-orm/core';

/** What is counted of a poll for its author beside the tally. It knows no persons (ADR 5). */
export const PollStatisticsRow = defineEntity({
  name: 'PollStatisticsRow',
  tableName: 'poll_statistics',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    /** How often its page was loaded. */
    pageViews: p.bigint('number').default(0),
    /** How often lists showed it. */
    feedViews: p.bigint('number').default(0),
    /** Both at the beginning of `viewsHour`, the hour of the latest of them. */
    pageViewsTold: p.bigint('number').default(0),
    feedViewsTold: p.bigint('number').default(0),
    viewsHour: p.datetime().columnType('timestamptz').nullable(),
    /** People who had commented when the poll ended, and those of them who voted; null until its author asked. */
    commenters: p.integer().nullable(),
    commentingVoters: p.integer().nullable(),
  },
});
