import { defineEntity, p } from '@mikro-orm/core';

/**
 * The only table that joins a voter to a choice (ADR 5), and not for sealed polls. The choice is what `storedChoice`
 * makes of a ballot, null in sealed polls, and ABSTAINED for people who gave up their vote.
 */
export const Vote = defineEntity({
  name: 'Vote',
  tableName: 'votes',
  properties: {
    pollId: p.bigint('number').primary(),
    userId: p.bigint('number').primary(),
    // The column has the name of the time when every choice was one option.
    choice: p.smallint().fieldName('option_index').nullable(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** How many equal ballots a ranked or sealed poll has; for sealed polls the only place that knows choices (ADR 35). */
export const BallotCount = defineEntity({
  name: 'BallotCount',
  tableName: 'ballot_counts',
  properties: {
    pollId: p.bigint('number').primary(),
    choice: p.smallint().primary(),
    n: p.integer(),
    /** Only for sealed polls: the number of these ballots that the shown counts include. */
    shown: p.integer().default(0),
  },
});

/** Sealed polls with ballots that came after their counts were last rewritten. */
export const SealedChange = defineEntity({
  name: 'SealedChange',
  tableName: 'sealed_changes',
  properties: { pollId: p.bigint('number').primary().autoincrement(false) },
});

/** Every ranked ballot as JSON: a list of option indexes in order. */
export const BallotOrder = defineEntity({
  name: 'BallotOrder',
  tableName: 'ballot_orders',
  properties: { place: p.smallint().primary().autoincrement(false), choices: p.text() },
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
