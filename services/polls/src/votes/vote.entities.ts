import { defineEntity, p } from '@mikro-orm/core';

/** The only table that joins a voter to an option (ADR 5). */
export const Vote = defineEntity({
  name: 'Vote',
  tableName: 'votes',
  properties: {
    pollId: p.bigint('number').primary(),
    userId: p.bigint('number').primary(),
    optionIndex: p.smallint(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** The tally of a poll at the last draw of voters. */
export const VoterDraw = defineEntity({
  name: 'VoterDraw',
  tableName: 'voter_draws',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    votes: p.array(Number).columnType('integer[]'),
  },
});
