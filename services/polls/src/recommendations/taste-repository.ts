import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import type { Taste } from './recommender.js';

/** The latest likes say what someone likes now. */
const LIKES = 50;

const LIKED = `
  select v.id as user_id, coalesce((select c.topics from chosen_topics c where c.user_id = v.id), '{}') as chosen,
    coalesce(json_agg(json_build_object('topics', l.topics, 'mood', l.mood, 'context', l.context)) filter (where l.topics is not null), '[]') as liked
  from unnest($1::bigint[]) as v(id)
    left join lateral (
      select p.topics, p.mood, p.context
      from (select k.poll_id from likes k where k.user_id = v.id and k.created_at > '-infinity' order by k.created_at desc, k.poll_id desc limit ${LIKES}) mine
        join polls p on p.id = mine.poll_id
    ) l on true
  group by v.id`;

const KNOWN = `
  select user_id, poll_id from votes where poll_id = any($1::bigint[]) and user_id = any($2::bigint[])
  union select user_id, poll_id from likes where poll_id = any($1::bigint[]) and user_id = any($2::bigint[])`;

interface Liked {
  topics: string[];
  mood: string | null;
  context: string | null;
}

const words = (values: readonly (string | null)[]): Set<string> => new Set(values.filter((value) => value !== null));

/** What viewers like, read for several at once. It never leaves this service. */
@Injectable()
export class TasteRepository {
  constructor(private readonly database: Database) {}

  /**
   * Each viewer's taste.
   * @param pollIds of which it is wanted to know whether a viewer knows them
   */
  async of(viewerIds: readonly number[], pollIds: readonly number[]): Promise<Map<number, Taste>> {
    const viewers = `{${viewerIds.join(',')}}`;
    const [liked, known] = await Promise.all([
      this.database.query<{ user_id: string; chosen: string[]; liked: Liked[] }>({
        name: 'taste-of-viewers',
        text: LIKED,
        values: [viewers],
      }),
      this.database.query<{ user_id: string; poll_id: string }>({
        name: 'taste-known',
        text: KNOWN,
        values: [`{${pollIds.join(',')}}`, viewers],
      }),
    ]);
    const knows = Map.groupBy(known, (row) => Number(row.user_id));
    return new Map(
      liked.map((row) => {
        const viewerId = Number(row.user_id);
        return [
          viewerId,
          {
            chosen: new Set(row.chosen),
            topics: words(row.liked.flatMap(({ topics }) => topics)),
            moods: words(row.liked.map(({ mood }) => mood)),
            contexts: words(row.liked.map(({ context }) => context)),
            known: new Set((knows.get(viewerId) ?? []).map((each) => Number(each.poll_id))),
          },
        ];
      }),
    );
  }
}
