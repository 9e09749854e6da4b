import { ABSTAINED } from '@inkling/contracts';
import { OPTION_POSITIONS } from '../poll-text/poll-text.sql.js';

/** A ranked ballot's first option, from `o` (ballot_orders). */
const FIRST = `substr(o.choices, 2, 1)::int`;
const ORDERS = (choice: string): string => `left join ballot_orders o on p.method = 'ranked' and o.place = ${choice}`;
/** A mask of the options that a ballot counts for. */
const COUNTED = (choice: string): string =>
  `case p.method when 'single' then 1 << ${choice} when 'multiple' then ${choice} else 1 << ${FIRST} end`;

/**
 * Polls of `$1` whose stored tally differs from a fresh count, with the fresh count and the stored version. Votes and
 * the tally change in one commit, so one snapshot shows both in agreement. Takes no lock. SQL, because one scan per
 * poll counts all its options. Rows of sealed polls know no choice, so their counts per option come from the ballots
 * that are shown.
 */
export const WRONG_TALLIES = `
  select c.poll_id, r.*, c.version
  from poll_counters c join polls p on p.id = c.poll_id cross join lateral (
    select (array[${OPTION_POSITIONS.map((option) => `v.n${option}`).join(', ')}])[1:cardinality(c.votes)] as votes,
      (select count(*)::int from votes t
        where t.poll_id = c.poll_id and t.option_index is distinct from ${ABSTAINED}) as votes_count,
      (select count(*)::int from likes l where l.poll_id = c.poll_id) as likes_count,
      (select count(*)::int from comments m where m.poll_id = c.poll_id) as comments_count,
      (select count(*)::int from votes t where t.poll_id = c.poll_id and t.option_index = ${ABSTAINED})
        as abstentions_count,
      case when p.sealed then (
        select coalesce(sum(b.shown), 0)::int from ballot_counts b where b.poll_id = c.poll_id
      ) end as counted_votes
    from (
      select ${OPTION_POSITIONS.map(
        (option) => `coalesce(sum(each.n) filter (where each.counted & ${1 << option} > 0), 0)::int as n${option}`,
      ).join(',\n        ')}
      from (
        select ${COUNTED('t.option_index::int')} as counted, 1 as n
        from votes t ${ORDERS('t.option_index')}
        where t.poll_id = c.poll_id and t.option_index >= 0 and not p.sealed
        union all
        select ${COUNTED('b.choice::int')}, b.shown
        from ballot_counts b ${ORDERS('b.choice')}
        where b.poll_id = c.poll_id and p.sealed
      ) as each
    ) v
    offset 0
  ) r
  where c.poll_id = any($1::bigint[])
    and (c.votes, c.votes_count, c.likes_count, c.comments_count, c.abstentions_count, c.counted_votes)
      is distinct from (r.votes, r.votes_count, r.likes_count, r.comments_count, r.abstentions_count, r.counted_votes)`;
