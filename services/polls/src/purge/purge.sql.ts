/**
 * Takes the person `$1` out of at most `$2` votes, which stay counted. Each vote gets a random negative number instead
 * of the id, in the statement that removes the id, and nothing keeps which number stands for whom (ADR 28). SQL,
 * because Kysely cannot draw a number for each row. A number that is taken fails the statement, and the purge comes
 * again.
 */
export const DETACH_VOTES = `
  with chosen as materialized (
    select poll_id from votes where user_id = $1 and created_at > '-infinity' order by created_at, poll_id limit $2
  ), detached as (
    update votes v set user_id = -(1 + floor(random() * 9007199254740990))::bigint
    from chosen where v.poll_id = chosen.poll_id and v.user_id = $1
    returning 1
  )
  select count(*)::int as count from detached`;
