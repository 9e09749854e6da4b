const OF_KIND = (parameter: string): string => `(${parameter}::int[])[array_position($2::text[], l.kind)]`;
const SECONDS = `${OF_KIND('$4')} * interval '1 second'`;
/** The window had ended when the statement came. */
const ENDED = `l.ends_at <= excluded.ends_at - ${SECONDS}`;

/**
 * Counts one more for the user `$1` in each window of the kinds `$2`, which allow `$3` in `$4` seconds, unless one is
 * used up. SQL, because one statement decides: of parallel calls, none exceeds the limit. Returns a row per kind, in
 * which `endsAt` is null if the window is used up.
 */
export const TAKE = `
  with taken as (
    insert into person_limits as l (user_id, kind, used, ends_at)
    select $1::bigint, w.kind, 1, date_trunc('milliseconds', clock_timestamp() + w.seconds * interval '1 second')
    from unnest($2::text[], $4::int[]) as w (kind, seconds)
    order by w.kind
    on conflict (user_id, kind) do update set
      used = case when ${ENDED} then 1 else l.used + 1 end,
      ends_at = case when ${ENDED} then excluded.ends_at else l.ends_at end
    where ${ENDED} or l.used < ${OF_KIND('$3')}
    returning l.kind, l.ends_at
  )
  select w.kind, w.most, w.seconds, t.ends_at as "endsAt",
    ceil(extract(epoch from l.ends_at - clock_timestamp()))::int as "secondsLeft"
  from unnest($2::text[], $3::int[], $4::int[]) as w (kind, most, seconds)
    left join taken t on t.kind = w.kind
    left join person_limits l on l.user_id = $1 and l.kind = w.kind`;

export interface TakeRow {
  readonly kind: string;
  readonly most: number;
  readonly seconds: number;
  readonly endsAt: Date | null;
  /** Seconds to the end of the window, as it was before the statement; null if there was none. */
  readonly secondsLeft: number | null;
}

/** Takes one count back from the windows of the user `$1` with the kinds `$2` that end at `$3`, if they still run. */
export const GIVE_BACK = `
  update person_limits l set used = l.used - 1
  from unnest($2::text[], $3::timestamptz[]) as w (kind, ends_at)
  where l.user_id = $1 and l.kind = w.kind and l.ends_at = w.ends_at and l.used > 0`;
