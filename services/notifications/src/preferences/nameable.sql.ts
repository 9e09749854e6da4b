export interface NameableRow {
  readonly pollId: number;
  readonly userId: number;
}

/**
 * Chooses among up to 200 drawn voters of each poll of a batch in one statement. `$1` and `$2` are polls and voters,
 * `$3` whether addresses must be verified, `$4` the least number of voters. The limits keep the planner from reading
 * whole tables. Nobody is named to an author whom a block separates from them, or who has muted them.
 */
export const NAMEABLE = `
  select poll_id as "pollId", user_id as "userId"
  from (
    select t.poll_id, t.user_id, count(*) over (partition by t.poll_id) as willing,
      row_number() over (partition by t.poll_id order by t.place) as place
    from unnest($1::bigint[], $2::bigint[]) with ordinality as t (poll_id, user_id, place)
    cross join lateral (select 1 from preferences where user_id = t.user_id and name_in_votes limit 1) f
    cross join lateral (
      select known_at from profiles where user_id = t.user_id and (verified or not $3::boolean) limit 1
    ) p
    left join lateral (select created_at, author_id from poll_activity where poll_id = t.poll_id limit 1) a on true
    where (p.known_at < a.created_at or $4::int = 1) and not exists (
      select from silenced_pairs s where s.recipient_id = a.author_id and s.actor_id = t.user_id
    )
  ) named
  where willing >= $4::int and place = 1`;
