import type { Folding } from '../text/folding.js';
import { addWords, type Queries } from '../vocabulary/vocabulary.js';
import { pollEntry } from './poll-entry.js';

/** The searchable content of a stored poll. */
export interface PollContent {
  readonly poll_id: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly topics: readonly string[];
}

/** Turns a row of `poll_documents` into a tombstone. */
export const TOMBSTONE = `
  question = null, question_text = null, options = '{}', topics = '{}', topic_keys = '{}', topic_labels = '{}',
  tokens = '', votes_count = 0, deleted = true`;

const WRITE = `
  update poll_documents d
  set question_text = n.question_text, tokens = array_to_tsvector(string_to_array(n.tokens, ' ')),
    topic_keys = string_to_array(n.keys, ' '), topic_labels = string_to_array(n.labels, ' ')
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])
    as n (poll_id, question_text, tokens, keys, labels)
  where d.poll_id = n.poll_id and not d.deleted
    and (d.question_text, d.tokens, d.topic_labels) is distinct from
      (n.question_text, array_to_tsvector(string_to_array(n.tokens, ' ')), string_to_array(n.labels, ' '))`;

/** Updates the index entries of these polls, if they have changed. */
export async function indexPolls(queries: Queries, folding: Folding, polls: readonly PollContent[]): Promise<void> {
  if (polls.length === 0) return;
  const entries = polls.map((poll) => pollEntry(folding, poll));
  await queries.query({
    text: WRITE,
    values: [
      polls.map(({ poll_id }) => poll_id),
      entries.map(({ text }) => text),
      entries.map(({ tokens }) => tokens.join(' ')),
      entries.map(({ keys }) => keys.join(' ')),
      entries.map(({ labels }) => labels.join(' ')),
    ],
  });
  await addWords(
    queries,
    entries.flatMap(({ tokens }) => tokens),
  );
}
