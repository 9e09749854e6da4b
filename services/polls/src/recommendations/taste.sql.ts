import { hiddenSql } from '../hidden/hidden.sql.js';

/** Only the latest likes count, because they show what someone likes now. */
const LIKES = 50;

/** The chosen topics of the viewers `$1`, and what the polls are about that they liked last. */
export const LIKED = `
  select v.id as user_id,
    coalesce((select c.topics from chosen_topics c where c.user_id = v.id), '{}') as chosen,
    coalesce(
      json_agg(json_build_object('topics', l.topics, 'mood', l.mood, 'context', l.context))
        filter (where l.topics is not null),
      '[]') as liked
  from unnest($1::bigint[]) as v(id)
    left join lateral (
      select p.topics, p.mood, p.context
      from (
        select k.poll_id from likes k where k.user_id = v.id and k.created_at > '-infinity'
        order by k.created_at desc, k.poll_id desc limit ${LIKES}
      ) mine join polls p on p.id = mine.poll_id
    ) l on true
  group by v.id`;

export interface LikedRow {
  user_id: number;
  chosen: string[];
  liked: { topics: string[]; mood: string | null; context: string | null }[];
}

/** Those of the polls `$1` that the viewers `$2` have voted on or liked, or whose authors they do not see. */
export const KNOWN = `
  select user_id, poll_id from votes where poll_id = any($1::bigint[]) and user_id = any($2::bigint[])
  union
  select user_id, poll_id from likes where poll_id = any($1::bigint[]) and user_id = any($2::bigint[])
  union
  select f.viewer_id, k.id
  from viewer_filters f cross join lateral (
    select p.id from polls p where p.id = any($1::bigint[]) and ${hiddenSql('f.viewer_id', 'p.author_id')} offset 0
  ) k
  where f.viewer_id = any($2::bigint[]) and f.active`;

export interface KnownRow {
  user_id: number;
  poll_id: number;
}
