const OF_KIND = (parameter: string): string => `(${parameter}::int[])[array_position($2::text[], l.kind)]`;

/** Counts one more in the window of the row that is there, or begins a window, unless the window is used up. */
const countIn = (most: string, seconds: string): string => {
  // The window had ended when the statement came.
  const ended = `l.ends_at <= excluded.ends_at - ${seconds} * interval '1 second'`;
  return `on conflict (user_id, kind) do update set
      used = case when ${ended} then 1 else l.used + 1 end,
      ends_at = case when ${ended} then excluded.ends_at else l.ends_at end
    where ${ended} or l.used < ${most}`;
};

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
    ${countIn(OF_KIND('$3'), OF_KIND('$4'))}
    returning l.kind, l.ends_at, l.used
  )
  select w.kind, w.most, w.seconds, t.ends_at as "endsAt", t.used,
    ceil(extract(epoch from l.ends_at - clock_timestamp()))::int as "secondsLeft"
  from unnest($2::text[], $3::int[], $4::int[]) as w (kind, most, seconds)
    left join taken t on t.kind = w.kind
    left join person_limits l on l.user_id = $1 and l.kind = w.kind`;

export interface TakeRow {
  readonly kind: string;
  readonly most: number;
  readonly seconds: number;
  readonly endsAt: Date | null;
  /** How much of the window is used now; null if it is used up. */
  readonly used: number | null;
  /** Seconds to the end of the window, as it was before the statement; null if there was none. */
  readonly secondsLeft: number | null;
}

/** Takes one count back from the windows of the user `$1` with the kinds `$2` that end at `$3`, if they still run. */
export const GIVE_BACK = `
  update person_limits l set used = l.used - 1
  from unnest($2::text[], $3::timestamptz[]) as w (kind, ends_at)
  where l.user_id = $1 and l.kind = w.kind and l.ends_at = w.ends_at and l.used > 0`;

/** Where a statement has what `takenWithin` needs. */
export interface TakenWithin {
  /** An expression for the user's id. */
  readonly user: string;
  /** A CTE with one row if the act is possible, and otherwise none; then nothing is counted. */
  readonly possible: string;
  /** The number of the first of the three parameters that `PersonLimit.within` gives. */
  readonly first: number;
}

/**
 * A CTE `taken` that counts an act in the statement that does it, which saves a round trip; for a limit of one window.
 * The act must depend on its row: there is none if the window is used up. If the statement fails, nothing is counted.
 */
export const takenWithin = ({ user, possible, first }: TakenWithin): string => `taken as (
    insert into person_limits as l (user_id, kind, used, ends_at)
    select ${user}, $${first}::text, 1,
      date_trunc('milliseconds', clock_timestamp() + $${first + 2}::int * interval '1 second')
    from ${possible}
    ${countIn(`$${first + 1}::int`, `$${first + 2}::int`)}
    returning l.ends_at
  )`;

/** The columns of `TakenWithinRow`. */
export const takenColumns = ({ user, first }: Pick<TakenWithin, 'user' | 'first'>): string => `
  exists (select from taken) as counted,
  case when not exists (select from taken) then (
    select ceil(extract(epoch from l.ends_at - clock_timestamp()))::int from person_limits l
    where l.user_id = ${user} and l.kind = $${first}::text) end as seconds_left`;

export interface TakenWithinRow {
  /** False if the window is used up, and the act did not happen. */
  counted: boolean;
  /** For such an act: seconds to the end of the window; null if it began at the same moment. */
  seconds_left: number | null;
}
