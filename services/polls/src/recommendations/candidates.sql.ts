import type { PollTexts } from '@inkling/contracts';
import { unsilencedSql } from '@inkling/platform';
import { isPublicSql } from '../audience/poll-audience.sql.js';
import { IN_SEASON, OPEN_TO_ALL, pollTextSql } from '../poll-text/poll-text.sql.js';
import type { Suggestible } from './recommender.js';

const ACTIVE = 60;
const ENDING = 20;

/**
 * Public polls worth recommending to anyone, by index: the most active ones, and those that end within a day. Polls
 * that have ended are left out, and those of silenced people. Runs every second under load, over text that the first
 * page shows.
 */
export const CANDIDATES = `
  with active as materialized (
    select poll_id, score from poll_activity order by score desc limit ${ACTIVE}
  ), ending as materialized (
    select d.poll_id from due_ends d
    where d.end_date > now() and d.end_date <= now() + interval '24 hours'
      and (select ${isPublicSql('a')} from polls a where a.id = d.poll_id)
    order by d.end_date limit ${ENDING}
  ), k as (
    select poll_id as id, score from active
    union all
    select e.poll_id, '-infinity'::float8 from ending e
    where not exists (select from active a where a.poll_id = e.poll_id)
  )
  select p.id as "pollId", p.author_id as "authorId", p.topics, p.mood, p.context, p.trending,
    coalesce(p.end_date <= now() + interval '24 hours', false) as "endsSoon", ${IN_SEASON} as "inSeason",
    p.method, ${OPEN_TO_ALL} as open, ${pollTextSql('false')} as hidden, ${pollTextSql('true')} as visible
  from k
    join polls p on p.id = k.id and p.deleted_at is null and (p.end_date is null or p.end_date > now())
      and ${isPublicSql('p')} and ${unsilencedSql('p.author_id')}
    join poll_counters c on c.poll_id = p.id
    left join authors w on w.user_id = p.author_id
  order by k.score desc, p.id desc`;

/** A poll that may be recommended, with its texts for any viewer. */
export interface Candidate extends Suggestible, PollTexts {}
