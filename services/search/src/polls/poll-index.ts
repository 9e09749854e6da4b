import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Tables } from '../tables.js';
import type { Folding } from '../text/folding.js';
import { addWords, type Queries } from '../vocabulary/vocabulary.js';
import { STORE_ENTRIES } from './poll-documents.sql.js';
import { pollEntry } from './poll-entry.js';

/** The columns with the searchable content of a poll. */
export const CONTENT = ['poll_id', 'question', 'options', 'topics', 'hidden'] as const;
export type PollContent = Pick<Selectable<Tables['poll_documents']>, (typeof CONTENT)[number]>;

/** The values of a row that is not in the index. */
export const UNINDEXED = { question_text: null, topic_keys: [], topic_labels: [], tokens: '', deleted: true };

/** The values of a row that is a tombstone. */
export const TOMBSTONE = { ...UNINDEXED, question: null, options: [], topics: [], votes_count: 0, hidden: false };

/** Condition on a stored poll: it is in the index, or may come back. */
export const isKept = (eb: ExpressionBuilder<Tables, 'poll_documents'>) =>
  eb.or([eb('poll_documents.deleted', '=', false), eb('poll_documents.hidden', '=', true)]);

/**
 * Updates the index entries of these polls, if they have changed. Hidden polls, and those whose creation has not
 * arrived, have none.
 */
export async function indexPolls(queries: Queries, folding: Folding, polls: readonly PollContent[]): Promise<void> {
  const entries = polls.flatMap(({ poll_id, question, options, topics, hidden }) =>
    question === null || hidden ? [] : { poll_id, ...pollEntry(folding, { question, options, topics }) },
  );
  if (entries.length === 0) return;
  await queries.query({
    text: STORE_ENTRIES,
    values: [
      entries.map(({ poll_id }) => poll_id),
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
