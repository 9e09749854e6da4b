import { Injectable } from '@nestjs/common';
import { Database, halfLives } from '@inkling/platform';
import { newestBlockSql } from '../search/candidates.sql.js';
import { SearchPool } from '../search/search-pool.js';
import { topicToken } from '../text/tokens.js';

/** Length of the list of trending topics. */
export const TOPICS_SHOWN = 10;
/** More topics are read than shown, because the polls of some may be deleted. */
const READ = 4 * TOPICS_SHOWN;
const WRITE_BATCH = 2_000;
/** Activity below this many votes is ignored, which also keeps the argument of the logarithm positive. */
const NEGLIGIBLE = 1e-6;
/** After this many half-lives, a million votes weigh less than one new vote. */
const EXPIRED_AFTER = 20;
const DELETE_BATCH = 1_000;

const ADD = `
  with activity as materialized (
    select t.key, min(t.label) as label, sum(a.weight) as weight
    from unnest($1::bigint[], $2::float8[]) as a(poll_id, weight)
      join poll_documents d on d.poll_id = a.poll_id and not d.deleted
      cross join unnest(d.topic_keys, d.topic_labels) as t(key, label)
    group by t.key having sum(a.weight) > ${NEGLIGIBLE}
  )
  insert into topic_activity as t (key, label, score)
  select key, label, $3::float8 + ln(weight) / ln(2::float8) from activity order by key
  on conflict (key) do update
  set score = $3::float8 + ln(
      power(2::float8, greatest(least(t.score - $3::float8, 500), -500))
      + (select a.weight from activity a where a.key = excluded.key)
    ) / ln(2::float8),
    label = case when t.label = t.key then excluded.label else t.label end`;

// A topic is shown while a poll has it. The newest polls are checked first, because that look-up is cheap.
const has = (block: string): string =>
  `exists (select from poll_documents d where block_tokens(d.poll_id, d.tokens) @@ (${block})::tsquery)`;
const quoted = (block: string): string => `'''' || ${block} || '${topicToken('')}' || key || ''''`;
const TOP = `
  with top as materialized (select key, label, score from topic_activity order by score desc limit ${READ}),
    newest as materialized (select coalesce(max(poll_id), 0) as id from poll_documents)
  select label from top, newest
  where case when ${has(quoted(newestBlockSql('newest.id')))} then true else ${has(quoted(`''`))} end
  order by score desc, key limit ${TOPICS_SHOWN}`;

const DELETE_EXPIRED = `
  delete from topic_activity
  where key in (select key from topic_activity where score < $1::float8 order by score limit ${DELETE_BATCH})`;

/** Scores of topics by recent activity. */
@Injectable()
export class TopicRepository {
  constructor(
    private readonly database: Database,
    private readonly pool: SearchPool,
  ) {}

  /**
   * Adds activity on polls to their topics. `weights` are in votes at the instant `at`; polls without topics add
   * nothing. Rows are locked in the order of keys, so that replicas do not deadlock.
   */
  async add(weights: ReadonlyMap<number, number>, at: Date): Promise<void> {
    const all = [...weights];
    for (let start = 0; start < all.length; start += WRITE_BATCH) {
      const batch = all.slice(start, start + WRITE_BATCH);
      await this.database.query({
        name: 'topics-add',
        text: ADD,
        values: [batch.map(([id]) => id), batch.map(([, weight]) => weight), halfLives(at)],
      });
    }
    await this.database.query({ name: 'topics-forget', text: DELETE_EXPIRED, values: [halfLives(at) - EXPIRED_AFTER] });
  }

  /** Labels of the topics with the most activity, without `#`, the most active first. */
  async top(): Promise<string[]> {
    return (await this.pool.query<{ label: string }>({ name: 'topics-top', text: TOP })).map(({ label }) => label);
  }
}
