/**
 * Statements that write many polls at once. SQL, because rows travel as arrays: the text of a statement does not depend
 * on their number, and PostgreSQL turns tokens into a tsvector.
 */

/**
 * Stores tallies, the newest per poll. Ordered by id, so that concurrent batches do not deadlock.
 * `$1` poll ids, `$2` author ids, `$3` votes, `$4` versions.
 */
export const STORE_TALLIES = `
  insert into poll_documents as d (poll_id, author_id, votes_count, tally_version)
  select distinct on (poll_id) poll_id, author_id, votes_count, version
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as t (poll_id, author_id, votes_count, version)
  order by poll_id, version desc
  on conflict (poll_id) do update
  set votes_count = excluded.votes_count, tally_version = excluded.tally_version
  where d.tally_version < excluded.tally_version and (not d.deleted or d.hidden)`;

/**
 * Updates index entries that have changed.
 * `$1` poll ids, `$2` texts of questions, `$3` tokens, `$4` keys and `$5` labels of topics, each separated by spaces.
 */
export const STORE_ENTRIES = `
  update poll_documents d
  set question_text = n.question_text, tokens = array_to_tsvector(string_to_array(n.tokens, ' ')),
    topic_keys = string_to_array(n.keys, ' '), topic_labels = string_to_array(n.labels, ' ')
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])
    as n (poll_id, question_text, tokens, keys, labels)
  where d.poll_id = n.poll_id and not d.deleted
    and (d.question_text, d.tokens, d.topic_labels) is distinct from
      (n.question_text, array_to_tsvector(string_to_array(n.tokens, ' ')), string_to_array(n.labels, ' '))`;

/**
 * Stores exported polls. Votes of a newer version stay, and so do topics from an event, which is newer than the export.
 * `$1` the polls as JSON, because arrays of arrays cannot be unnested row by row.
 */
export const STORE_EXPORTED = `
  insert into poll_documents as d
    (poll_id, author_id, question, options, created_at, votes_count, tally_version, topics)
  select "pollId", "authorId", question, array(select jsonb_array_elements_text(options)), "createdAt",
    "votesCount", version, array(select jsonb_array_elements_text(topics))
  from jsonb_to_recordset($1::jsonb) as t (
    "pollId" bigint, "authorId" bigint, question text, options jsonb, "createdAt" timestamptz,
    "votesCount" bigint, version bigint, topics jsonb
  )
  order by "pollId"
  on conflict (poll_id) do update set author_id = excluded.author_id, question = excluded.question,
    options = excluded.options, created_at = excluded.created_at,
    votes_count =
      case when d.tally_version <= excluded.tally_version then excluded.votes_count else d.votes_count end,
    tally_version = greatest(d.tally_version, excluded.tally_version),
    topics = case when d.topics_version = 0 then excluded.topics else d.topics end
  where not d.deleted
  returning poll_id, question, options, topics, hidden`;
