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

/** Polls after `$1`, in the order of ids, at most `$2`; `weight` is the number of rows to count for each. */
export const NEXT_POLLS = `
  select poll_id, (votes_count + likes_count + comments_count)::float8 as weight
  from poll_counters where poll_id > $1 order by poll_id limit $2`;

/** Those of the polls `$1` whose tally differs from their rows. Takes no lock. */
export const WRONG_POLLS = `
  select c.poll_id
  from poll_counters c cross join lateral (${COUNTED} offset 0) r
  where c.poll_id = any($1::bigint[]) and ${DIFFERS}`;

export const LOCK_POLL = 'select 1 from poll_counters where poll_id = $1 for update';

export const CORRECT_POLL = `
  update poll_counters p
  set votes = r.votes, votes_count = r.votes_count, likes_count = r.likes_count, comments_count = r.comments_count,
    version = p.version + 1
  from poll_counters c cross join lateral (${COUNTED} offset 0) r
  where p.poll_id = $1 and c.poll_id = p.poll_id and ${DIFFERS}
  returning p.*`;

const POLLS_OF_AUTHOR = `(
    select count(*)::int from polls q where q.author_id = a.user_id and q.deleted_at is null
  )`;

/** Authors after `$1`, in the order of ids, at most `$2`, and whether their number of polls is wrong. Takes no lock. */
export const NEXT_AUTHORS = `
  select a.user_id, a.polls_count <> ${POLLS_OF_AUTHOR} as wrong
  from authors a where a.user_id > $1 order by a.user_id limit $2`;

export const LOCK_AUTHOR = 'select 1 from authors where user_id = $1 for no key update';

export const CORRECT_AUTHOR = `
  update authors a set polls_count = ${POLLS_OF_AUTHOR}
  where a.user_id = $1 and a.polls_count <> ${POLLS_OF_AUTHOR}
  returning 1`;
