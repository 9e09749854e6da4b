import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.js';

export interface WrongBallot {
  poll_id: number;
  choice: number;
  n: number;
}

/** Ballots of ranked polls whose stored number differs from the votes, with the right number. */
export async function wrongBallots(kysely: Kysely<Tables>, pollIds: readonly number[]): Promise<WrongBallot[]> {
  const votes = kysely
    .selectFrom('votes as t')
    .innerJoin('polls as p', 'p.id', 't.poll_id')
    .select(['t.poll_id', 't.option_index as choice', sql<number>`1`.as('voted'), sql<number>`0`.as('counted')])
    .where('t.poll_id', 'in', pollIds)
    .where('t.option_index', '>=', 0)
    .where('p.method', '=', 'ranked')
    .where('p.sealed', '=', false)
    .$narrowType<{ choice: number }>();
  const ballots = kysely
    .selectFrom('ballot_counts as b')
    .innerJoin('polls as p', 'p.id', 'b.poll_id')
    .select(['b.poll_id', 'b.choice', sql<number>`0`.as('voted'), 'b.n as counted'])
    .where('b.poll_id', 'in', pollIds)
    .where('p.method', '=', 'ranked')
    .where('p.sealed', '=', false);
  return kysely
    .selectFrom(votes.unionAll(ballots).as('each'))
    .select(({ fn }) => ['poll_id', 'choice', fn.sum<number>('voted').as('n')])
    .groupBy(['poll_id', 'choice'])
    .having((eb) => eb(eb.fn.sum('voted'), '<>', eb.fn.sum('counted')))
    .execute();
}

/** Sealed polls that do not have one ballot for each voter. Nothing can tell which ballot is wrong. */
export async function unbalancedSealedPolls(kysely: Kysely<Tables>, pollIds: readonly number[]): Promise<number[]> {
  const rows = await kysely
    .selectFrom('polls as p')
    .select('p.id')
    .where('p.id', 'in', pollIds)
    .where('p.sealed', '=', true)
    .where((eb) => {
      const ballots = eb
        .selectFrom('ballot_counts as b')
        .select((each) => each.fn.coalesce(each.fn.sum('b.n'), each.lit(0)).as('sum'))
        .whereRef('b.poll_id', '=', 'p.id');
      const voters = eb
        .selectFrom('votes as t')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('t.poll_id', '=', 'p.id')
        .where('t.option_index', 'is', null);
      return eb(ballots, '<>', voters);
    })
    .execute();
  return rows.map(({ id }) => id);
}
