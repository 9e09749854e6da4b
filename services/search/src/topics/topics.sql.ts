import { silencedIdsSql } from '@inkling/platform';
import { outOfSightOf, standsApart } from '../blocks/hidden.sql.js';
import { newestBlockSql } from '../search/candidates.sql.js';
import { topicToken } from '../text/tokens.js';

/** Length of the list of trending topics. */
export const TOPICS_SHOWN = 10;
/** More topics are read than shown, because the polls of some may be deleted. */
const READ = 4 * TOPICS_SHOWN;
/** Activity below this many votes is ignored, which also keeps the argument of the logarithm positive. */
const NEGLIGIBLE = 1e-6;

/**
 * Adds activity to the scores of topics, which are logarithms of decaying votes. SQL, because it aggregates what it
 * inserts. Rows are locked in the order of keys, so that replicas do not deadlock. The polls are locked before them, so
 * that one that leaves the index meanwhile either counts nothing or takes its topics along.
 * `$1` poll ids, `$2` weights in votes, `$3` the time in half-lives.
 */
export const ADD_ACTIVITY = `
  with polls as materialized (
    select a.weight, d.topic_keys, d.topic_labels
    from unnest($1::bigint[], $2::float8[]) as a(poll_id, weight)
      join poll_documents d on d.poll_id = a.poll_id and not d.deleted and d.topic_keys <> '{}'
    order by d.poll_id for key share of d
  ), activity as materialized (
    select t.key, min(t.label) as label, sum(p.weight) as weight
    from polls p cross join unnest(p.topic_keys, p.topic_labels) as t(key, label)
    group by t.key having sum(p.weight) > ${NEGLIGIBLE}
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
const has = (block: string, visible: string): string =>
  `exists (select from poll_documents d where block_tokens(d.poll_id, d.tokens) @@ (${block})::tsquery${visible})`;
const quoted = (block: string): string => `'''' || ${block} || '${topicToken('')}' || key || ''''`;
const VISIBLE = ' and d.author_id not in (select id from hidden)';
/** @param hidden a query for the ids of people whose polls do not count */
const topTopics = (hidden: string): string => `
  with hidden as materialized (${hidden}),
    top as materialized (select key, label, score from topic_activity order by score desc limit ${READ}),
    newest as materialized (select coalesce(max(poll_id), 0) as id from poll_documents)
  select label from top, newest
  where case when ${has(quoted(newestBlockSql('newest.id')), VISIBLE)} then true
    else ${has(quoted(`''`), VISIBLE)} end
  order by score desc, key limit ${TOPICS_SHOWN}`;

/** The topics with the most activity, the most active first. SQL, because it uses the index on `block_tokens`. */
export const TOP_TOPICS = topTopics(silencedIdsSql());

/** The same for the viewer `$1`, counting no poll of a user who is hidden from them. */
export const TOP_TOPICS_FOR = topTopics(outOfSightOf('$1'));

/** A row if the topics of the viewer `$1` may differ from everybody's. */
export const HAS_OWN_TOPICS = `${standsApart('$1')} limit 1`;

export interface TopicRow {
  readonly label: string;
}

/** SQL condition on a row of `topic_activity`: no poll has the topic any more. */
export const UNUSED_TOPIC = `not ${has(quoted(`''`), '')}`;
