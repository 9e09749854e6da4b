/**
 * Raw, because the days come from generate_series and the median from an ordered-set aggregate.
 * $1: days up to today, in UTC. One row for each day, the oldest first.
 */
export const OVERVIEW_DAYS_OF = `
  with days as (
    select d::date as day, d at time zone 'UTC' as starts, (d + interval '1 day') at time zone 'UTC' as ends
    from generate_series((now() at time zone 'UTC')::date - ($1::int - 1), (now() at time zone 'UTC')::date, '1 day') d
  )
  select to_char(days.day, 'YYYY-MM-DD') as day,
    coalesce(f.people, 0) as people, coalesce(f.polls, 0) as polls,
    coalesce(f.votes, 0) as votes, coalesce(f.comments, 0) as comments,
    (select count(*) from reports r where r.created_at >= starts and r.created_at < ends) as reports,
    (select count(*) from cases c where c.opened_at >= starts and c.opened_at < ends) as "casesOpened",
    decided.count as "casesDecided", decided.median as "medianHours",
    (select percentile_cont(0.5) within group (order by extract(epoch from decided_at - opened_at) / 3600.0)::float8
     from cases c where c.decided_at >= (select min(starts) from days) and c.outcome is not null) as "medianOfAll"
  from days
  left join lateral (
    select sum(count) filter (where figure = 'people')::bigint as people,
      sum(count) filter (where figure = 'polls')::bigint as polls,
      sum(count) filter (where figure = 'votes')::bigint as votes,
      sum(count) filter (where figure = 'comments')::bigint as comments
    from daily_figures f where f.day = to_char(days.day, 'YYYY-MM-DD')
  ) f on true
  left join lateral (
    select count(*) as count,
      percentile_cont(0.5) within group (order by extract(epoch from decided_at - opened_at) / 3600.0)::float8 as median
    from cases c where c.decided_at >= starts and c.decided_at < ends and c.outcome is not null
  ) decided on true
  order by days.day`;

export interface OverviewDayRow {
  readonly day: string;
  readonly people: number;
  readonly polls: number;
  readonly votes: number;
  readonly comments: number;
  readonly reports: number;
  readonly casesOpened: number;
  readonly casesDecided: number;
  readonly medianHours: number | null;
  /** Over all of the days; the same in each row. */
  readonly medianOfAll: number | null;
  readonly [column: string]: unknown;
}
