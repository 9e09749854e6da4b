import { instantSql } from '../polls/poll-text.sql.js';

/**
 * Polls whose end is due, at most `$1`. They are due a second after the end, so that votes cast before it have reached
 * the database.
 */
export const DUE_ENDS = `
  select poll_id from due_ends where end_date <= now() - interval '1 second' order by end_date limit $1`;

/** Waits for votes under way, which hold the tallies. Deleting a poll takes the same two locks in the same order. */
export const LOCK_TALLIES = `
  select 1 from poll_counters where poll_id = any($1::bigint[]) order by poll_id for share`;

/**
 * Takes the due ends of the polls `$1`. It runs after LOCK_TALLIES, so that all those votes are counted, and skips rows
 * that another replica is announcing.
 */
export const TAKE_ENDS = `
  with due as materialized (
    select d.poll_id from due_ends d where d.poll_id = any($1::bigint[]) for update skip locked
  ), taken as (
    delete from due_ends d using due where d.poll_id = due.poll_id returning d.poll_id
  )
  select t.poll_id, p.author_id, p.question, ${instantSql('p.end_date')} as end_date, c.votes_count
  from taken t
    left join polls p on p.id = t.poll_id and p.deleted_at is null
    left join poll_counters c on c.poll_id = p.id`;

export interface TakenEnd {
  poll_id: string;
  /** This and the following columns are null for a deleted poll. */
  author_id: string | null;
  question: string;
  /** ISO 8601. */
  end_date: string;
  votes_count: number | null;
}
