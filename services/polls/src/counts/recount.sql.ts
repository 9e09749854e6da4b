import { OPTION_POSITIONS, countPerOption } from '../votes/votes.sql.js';

/**
 * Counts the rows of the poll `c`, as a lateral subquery `r`. Votes and the tally change in one commit, so one snapshot
 * shows both in agreement.
 */
const COUNTED = `
  select (array[${OPTION_POSITIONS.map((option) => `v.n${option}`).join(', ')}])[1:cardinality(c.votes)] as votes,
    v.votes_count,
    (select count(*)::int from likes l where l.poll_id = c.poll_id) as likes_count,
    (select count(*)::int from comments m where m.poll_id = c.poll_id) as comments_count
  from (
    select ${countPerOption('t.option_index')},
      count(*)::int as votes_count
    from votes t where t.poll_id = c.poll_id
  ) v`;

const DIFFERS = `(c.votes, c.votes_count, c.likes_count, c.comments_count)
    is distinct from (r.votes, r.votes_count, r.likes_count, r.comments_count)`;

/**
 * Those of the polls `$1` whose tally differs from their rows. Takes no lock. SQL, because one scan per poll counts all
 * its options.
 */
export const WRONG_POLLS = `
  select c.poll_id
  from poll_counters c cross join lateral (${COUNTED} offset 0) r
  where c.poll_id = any($1::bigint[]) and ${DIFFERS}`;

/** Corrects the tally of the poll `$1`, which the transaction has locked. Returns it when it was wrong. */
export const CORRECT_POLL = `
  update poll_counters p
  set votes = r.votes, votes_count = r.votes_count, likes_count = r.likes_count, comments_count = r.comments_count,
    version = p.version + 1
  from poll_counters c cross join lateral (${COUNTED} offset 0) r
  where p.poll_id = $1 and c.poll_id = p.poll_id and ${DIFFERS}
  returning p.*`;

export interface WrongPoll {
  poll_id: number;
}
