import { defineEntity, p } from '@mikro-orm/core';

/** Recent activity on a poll as a score that decays (see halfLives). */
export const PollActivityScore = defineEntity({
  name: 'PollActivityScore',
  tableName: 'poll_activity',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    score: p.double(),
  },
});
