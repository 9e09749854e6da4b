import { ORDER_LENGTHS, POLL_OPTIONS_MAX, votesCounted, type PollMethod } from '@inkling/contracts';
import { isForSql } from '../audience/poll-audience.sql.js';
import { apartSql } from '../hidden/hidden.sql.js';
import type { TallyRow } from '../live/live-tallies.js';
import { PARTS_COLUMNS, type PartsRow } from '../poll-text/poll-parts.sql.js';
import { OPTION_POSITIONS, STORED_VOTE, TIME_RELEVANT } from '../poll-text/poll-text.sql.js';

/** For each option, as `n0` to `n5`, the rows at hand that count for it. @param counts condition for an option */
const countPerOption = (counts: (option: number) => string): string =>
  OPTION_POSITIONS.map((option) => `count(*) filter (where ${counts(option)})::int as n${option}`).join(',\n      ');

/** The parts in which the statements differ. Their CTE `counted` holds the votes that count. */
interface Form {
  /** Columns of `tally`. */
  readonly kind: string;
  /** Further columns of the result. */
  readonly shown: string;
  /** SQL condition on `c` and `p`: the poll takes no votes although its end has not passed. */
  readonly closed: string;
  readonly counted: string;
  /** SQL condition: a row of `counted` adds a vote to the option. */
  readonly countsFor: (option: number) => string;
  /** CTEs that need `counted`. */
  readonly beside: string;
}

/**
 * Records a batch of votes, raises the tallies and writes the event in one statement, and so in one commit. It is raw
 * SQL because its speed is the speed of voting: one round trip and one flush to disk per batch.
 *
 * `$1..$3` columns of the votes (poll, user and their choice, as each form has it), sorted by poll and user; `$4`, `$5`
 * the distinct polls in the same order and the number of votes for each; `$6` event id; `$7` the event's envelope up to
 * its data.
 *
 * `tally` locks the tallies first, in key order. Concurrent batches that share a poll therefore queue up and cannot
 * deadlock, and a deleted poll drops out because its tally is gone. All other parts work on the locked rows. A poll
 * that has ended by the database's clock takes no vote, nor does it take a ballot that does not fit. `apart` are the
 * votes of users on the other side of a block with the author; the poll is unknown to them.
 *
 * `event` leaves out unlisted polls, which no event has announced.
 */
const recordVotes = ({ kind, shown, closed, counted, countsFor, beside }: Form): string => `
  with tally as materialized (
    select c.poll_id, cardinality(c.votes) as options, p.author_id, p.unlisted, ${kind},
      coalesce(p.end_date <= now(), false)${closed} as ended
    from poll_counters c join polls p on p.id = c.poll_id
    where c.poll_id = any($4::bigint[]) and p.deleted_at is null
    order by c.poll_id
    for update of c
  ), apart as materialized (
    select b.poll_id, b.user_id
    from unnest($1::bigint[], $2::bigint[]) as b(poll_id, user_id) join tally t on t.poll_id = b.poll_id
    where ${apartSql('b.user_id', 't.author_id')}
  ), ${counted}, delta as materialized (
    select poll_id, count(*)::int as counted, array_agg(user_id) as voters,
      ${countPerOption(countsFor)}
    from counted group by poll_id
  ), ${beside} raised as (
    update poll_counters c
    set votes = (array[
        ${OPTION_POSITIONS.map((option) => `c.votes[${option + 1}] + d.n${option}`).join(', ')}
      ])[1:cardinality(c.votes)],
      votes_count = c.votes_count + d.counted, version = c.version + 1
    from delta d where c.poll_id = d.poll_id
    returning c.poll_id, d.counted, d.voters, c.votes, c.votes_count, c.likes_count, c.comments_count,
      c.abstentions_count, c.counted_votes, c.version
  ), event as (
    insert into outbox (event_id, subject, payload)
    select $6::uuid, '${votesCounted.type}', $7::text || '{"polls":[' || string_agg(concat(
      '{"pollId":', r.poll_id,
      ',"authorId":', t.author_id,
      ',"count":', r.counted,
      ',"others":', r.counted - (t.author_id = any(r.voters))::int,
      ',"votesCount":', r.votes_count,
      ',"version":', r.version, '}'), ',') || ']}}'
    from raised r join tally t on t.poll_id = r.poll_id
    where not t.unlisted
    having count(*) > 0
  )
  select parts.*, asked.poll_id, t.options as options_count, t.ended, ${shown},
    c.counted, c.votes, c.votes_count, c.likes_count, c.comments_count, c.abstentions_count, c.counted_votes, c.version,
    case when c.counted <> asked.votes then c.voters end as voters,
    array(select l.user_id from likes l where l.poll_id = c.poll_id and l.user_id = any(c.voters)) as likers,
    array(select s.user_id from saves s where s.poll_id = c.poll_id and s.user_id = any(c.voters)) as savers,
    array(select a.user_id from apart a where a.poll_id = asked.poll_id) as apart
  from unnest($4::bigint[], $5::int[]) as asked(poll_id, votes)
    left join tally t on t.poll_id = asked.poll_id
    left join raised c on c.poll_id = asked.poll_id
    left join lateral (
      select ${PARTS_COLUMNS}, ${TIME_RELEVANT} as time_relevant
      from polls p left join authors w on w.user_id = p.author_id where p.id = t.poll_id
      offset 0) parts on true`;

const NOT_APART = 'not exists (select from apart a where a.poll_id = b.poll_id and a.user_id = b.user_id)';

/** SQL condition on a vote with a mask and its poll `t`, as `ballotFits` has it. */
const fits = (mask: string): string => `${mask} < 1 << t.options
      and bit_count(${mask}::int::bit(${POLL_OPTIONS_MAX})) between t.min_choices and t.max_choices`;

/**
 * For polls with one method that are not sealed and not for followers. Nearly all votes are on these, so the statement
 * leaves out everything that the other kinds need. It records no votes on other polls; for these `plain` is false. `$3`
 * is what the method stores; `$8`, for `ranked`, the mask of the chosen options.
 */
const recordPlainVotes = ({
  method,
  rule,
  condition,
  countsFor,
  beside = '',
}: Pick<Form, 'countsFor'> & {
  method: PollMethod;
  beside?: string;
  /** Columns of `tally`. */
  rule: readonly string[];
  /** SQL condition: `b.choice` fits the poll `t`. */
  condition: string;
}): string =>
  recordVotes({
    kind: [
      `p.method = '${method}' and not p.sealed and p.visibility <> 'followers' as plain`,
      ...rule.map((column) => `p.${column}`),
    ].join(', '),
    shown: 't.plain',
    closed: '',
    counted: `counted as (
    insert into votes (poll_id, user_id, option_index)
    select b.poll_id, b.user_id, b.choice
    from unnest($1::bigint[], $2::bigint[], $3::smallint[]${method === 'ranked' ? ', $8::smallint[]' : ''})
        as b(poll_id, user_id, choice${method === 'ranked' ? ', mask' : ''})
      join tally t on t.poll_id = b.poll_id
    where t.plain and not t.ended and ${condition} and ${NOT_APART}
    on conflict do nothing
    returning poll_id, user_id, option_index
  )`,
    countsFor,
    beside,
  });

export const RECORD_SINGLE = recordPlainVotes({
  method: 'single',
  rule: [],
  condition: 'b.choice < t.options',
  countsFor: (option) => `option_index = ${option}`,
});

export const RECORD_MULTIPLE = recordPlainVotes({
  method: 'multiple',
  rule: ['min_choices', 'max_choices'],
  condition: fits('b.choice'),
  countsFor: (option) => `option_index & ${1 << option} > 0`,
});

/**
 * CTE that raises the counts per ballot.
 * @param choice column of `counted` with the ballot
 * @param which further SQL that chooses among the votes `k`
 */
const raiseBallots = (choice: string, which = ''): string => `ballots as (
    insert into ballot_counts (poll_id, choice, n)
    select k.poll_id, k.${choice}, count(*)
    from counted k ${which}
    group by k.poll_id, k.${choice}
    on conflict (poll_id, choice) do update set n = ballot_counts.n + excluded.n
  ),`;

/** SQL for the first option of the order at a place (`place` of contracts). */
const firstOption = (place: string): string => {
  const cases = ORDER_LENGTHS.toReversed().map(
    ({ start, perFirst }) => `when ${place} >= ${start} then (${place} - ${start}) / ${perFirst}`,
  );
  return `case ${cases.join(' ')} end`;
};

export const RECORD_RANKED = recordPlainVotes({
  method: 'ranked',
  rule: ['min_choices', 'max_choices'],
  condition: fits('b.mask'),
  countsFor: (option) => `${firstOption('option_index')} = ${option}`,
  beside: raiseBallots('option_index'),
});

/**
 * For polls of every kind (ADR 35). `$3` are places of orders; further columns of the votes: `$8` the mask of the
 * chosen options and `$9` the bit of the first one. `outside` are the votes of users for whom their poll is not.
 * `ballot` holds what fits its poll. What `votes` stores does not tell the choice of a sealed ballot, so the choices of
 * the inserted rows come from `ballot`, joined by grouping: PostgreSQL would plan a join of two sets of unknown size as
 * nested loops. `counted` is a mask of the options that get a vote; counts per option of a sealed poll are raised
 * later, in groups (SealedCounts).
 */
export const RECORD_BALLOTS = recordVotes({
  kind: 'p.method, p.sealed, p.min_choices, p.max_choices, p.created_at, p.visibility',
  shown: 'array(select o.user_id from outside o where o.poll_id = asked.poll_id) as outside',
  closed: ' or c.closed',
  counted: `outside as materialized (
    select b.poll_id, b.user_id
    from unnest($1::bigint[], $2::bigint[]) as b(poll_id, user_id) join tally t on t.poll_id = b.poll_id
    where not ${isForSql('b.user_id', 't')}
  ), ballot as materialized (
    select b.poll_id, b.user_id, t.sealed, t.created_at,
      case t.method when 'multiple' then b.mask else b.place end as choice,
      case when t.sealed then 0 when t.method = 'multiple' then b.mask else b.first end as counted
    from unnest($1::bigint[], $2::bigint[], $3::smallint[], $8::smallint[], $9::smallint[])
        as b(poll_id, user_id, place, mask, first)
      join tally t on t.poll_id = b.poll_id
    where not t.ended and ${fits('b.mask')}
      and ${NOT_APART}
      and not exists (select from outside o where o.poll_id = b.poll_id and o.user_id = b.user_id)
  ), inserted as (
    insert into votes (poll_id, user_id, option_index, created_at)
    select poll_id, user_id, case when not sealed then choice end, case when sealed then created_at else now() end
    from ballot
    on conflict do nothing
    returning poll_id, user_id
  ), counted as materialized (
    select poll_id, user_id, max(choice) as choice, max(counted) as counted
    from (
      select poll_id, user_id, choice, counted, false as stored from ballot
      union all
      select poll_id, user_id, null, null, true from inserted
    ) as each
    group by poll_id, user_id
    having bool_or(stored)
  )`,
  countsFor: (option) => `counted & ${1 << option} > 0`,
  beside: `${raiseBallots('choice', "join tally t on t.poll_id = k.poll_id where t.sealed or t.method = 'ranked'")}
  changed as (
    insert into sealed_changes (poll_id)
    select d.poll_id from delta d join tally t on t.poll_id = d.poll_id where t.sealed
    on conflict do nothing
  ),`,
});

/** The result for one of the distinct polls. */
export interface Recorded extends TallyRow, PartsRow {
  /** Null for an unknown poll, as all that PartsRow names. */
  options_count: number | null;
  ended: boolean | null;
  /** Null when no vote was counted; the tally is null then, too. */
  counted: number | null;
  /** The users whose vote was counted; null when all votes were. */
  voters: number[] | null;
  time_relevant: boolean;
  likers: number[];
  savers: number[];
  /** Users to whom the poll is unknown, by a block. */
  apart: number[];
}

export interface RecordedSingle extends Recorded {
  /** False for a poll of another kind; null for an unknown one. */
  plain: boolean | null;
}

export interface RecordedBallots extends Recorded {
  /** Users for whom the poll is not. */
  outside: number[];
}

/**
 * The earlier choices of voters whose second vote was refused: `$1`, `$2` columns of polls and users. It is a second
 * statement because it needs a newer snapshot: the first vote may have been committed after the other statement took
 * its own.
 */
export const EARLIER_CHOICES = `
  select a.poll_id, a.user_id, p.method,
    (select ${STORED_VOTE} from votes v where v.poll_id = a.poll_id and v.user_id = a.user_id) as choice
  from unnest($1::bigint[], $2::bigint[]) as a(poll_id, user_id) join polls p on p.id = a.poll_id`;

export interface EarlierChoice {
  poll_id: number;
  user_id: number;
  method: PollMethod;
  /** As in StoredVote. */
  choice: number | null;
}
