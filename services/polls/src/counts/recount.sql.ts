import { OPTION_POSITIONS, countPerOption } from '../votes/votes.sql.js';

/**
 * Polls of `$1` whose stored tally differs from a fresh count, with the fresh count and the stored version. Votes and
 * the tally change in one commit, so one snapshot shows both in agreement. Takes no lock. SQL, because one scan per
 * poll counts all its options.
 */
export const WRONG_TALLIES = `
  select c.poll_id, r.*, c.version
  from poll_counters c cross join lateral (
    select (array[${OPTION_POSITIONS.map((option) => `v.n${option}`).join(', ')}])[1:cardinality(c.votes)] as votes,
      v.votes_count,
      (select count(*)::int from likes l where l.poll_id = c.poll_id) as likes_count,
      (select count(*)::int from comments m where m.poll_id = c.poll_id) as comments_count
    from (
      select ${countPerOption('t.option_index')},
        count(*)::int as votes_count
      from votes t where t.poll_id = c.poll_id
    ) v
    offset 0
  ) r
  where c.poll_id = any($1::bigint[])
    and (c.votes, c.votes_count, c.likes_count, c.comments_count)
      is distinct from (r.votes, r.votes_count, r.likes_count, r.comments_count)`;
