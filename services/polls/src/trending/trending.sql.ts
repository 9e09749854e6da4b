import { NOBODY_SILENCED, unsilencedSql } from '@inkling/platform';
import { isPublicSql } from '../audience/poll-audience.sql.js';
import { listedSql, seesAllSql } from '../hidden/hidden.sql.js';
import { instantSql } from '../poll-text/poll-text.sql.js';

/** Polls in the panel. */
const SHOWN = 5;
/** Read more than are shown, because some may have been deleted a moment ago. */
const TOP_READ = 4 * SHOWN;
/** Scores below this many current acts count as zero. It also keeps the logarithm's argument positive. */
const NOTHING = 1e-6;
/** At most this many polls are marked as trending. */
const MARKED = 10;

const log2 = (weight: string): string => `ln(greatest(${weight}, ${NOTHING})) / ln(2::float8)`;

/**
 * Adds the weights `$2` to the scores of those of the polls `$1` that are public, as of the instant `$3` in half-lives
 * (see halfLives). Rows are taken in key order, so that replicas do not deadlock.
 */
export const ADD_ACTIVITY = `
  with activity as materialized (
    select a.poll_id, a.weight from unnest($1::bigint[], $2::float8[]) as a(poll_id, weight)
    where exists (
      select from poll_counters c join polls p on p.id = c.poll_id where c.poll_id = a.poll_id and not p.unlisted
        and ${isPublicSql('p')}
    )
    order by a.poll_id
  )
  insert into poll_activity as t (poll_id, score)
  select poll_id, $3::float8 + ${log2('weight')} from activity order by poll_id
  on conflict (poll_id) do update
  set score = $3::float8 + ${log2(`
      power(2::float8, greatest(least(t.score - $3::float8, 500), -500))
        + (select a.weight from activity a where a.poll_id = excluded.poll_id)`)}`;

/** The polls with the highest scores that the viewer `$1`, or a null, sees. */
export const TOP_POLLS = `
  with top as materialized (
    select t.poll_id, t.score from poll_activity t
    where (${seesAllSql('$1::bigint')} and ${NOBODY_SILENCED})
      or (select ${listedSql('$1::bigint', 'a.author_id')} from polls a where a.id = t.poll_id)
    order by t.score desc limit ${TOP_READ}
  )
  select p.id, p.question, ${instantSql('p.created_at')} as created_at, c.votes_count,
    coalesce(w.name, '') as name, w.username, w.profile_picture
  from top
    join polls p on p.id = top.poll_id and p.deleted_at is null and ${isPublicSql('p')}
    join poll_counters c on c.poll_id = p.id
    left join authors w on w.user_id = p.author_id
  order by top.score desc, p.id desc limit ${SHOWN}`;

export interface TopPoll {
  id: number;
  question: string;
  /** ISO 8601. */
  created_at: string;
  votes_count: number;
  name: string;
  username: string | null;
  profile_picture: string | null;
}

/**
 * Marks the polls with the highest scores, from the score `$1` on, and clears the other marks. A locked poll keeps its
 * mark until the next run, so that two replicas never wait for each other. Polls of silenced people have no mark.
 */
export const MARK_TRENDING = `
  with top as materialized (
    select t.poll_id from poll_activity t where t.score >= $1::float8
      and (${NOBODY_SILENCED} or (select ${unsilencedSql('a.author_id')} from polls a where a.id = t.poll_id))
    order by t.score desc limit ${MARKED}
  ), turned as materialized (
    select p.id, not p.trending as trending from polls p
    where p.id in (select poll_id from top union select q.id from polls q where q.trending)
      and p.deleted_at is null and p.trending <> exists (select from top t where t.poll_id = p.id)
    for no key update skip locked
  )
  update polls p set trending = turned.trending from turned where p.id = turned.id`;
