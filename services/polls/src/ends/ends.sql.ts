import { instantSql } from '../polls/poll-text.sql.js';

/**
 * Takes the due ends of the polls `$1`. SQL, because one statement skips the rows that another replica
 * is announcing, deletes the others and reads their polls.
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
  poll_id: number;
  /** This and the following columns are null for a deleted poll. */
  author_id: number | null;
  question: string;
  /** ISO 8601. */
  end_date: string;
  votes_count: number | null;
}
