import type { Selectable } from 'kysely';
import type { Tables } from '../tables.js';
import type { Folding } from '../text/folding.js';
import { addWords, type Queries } from '../vocabulary/vocabulary.js';
import { STORE_ENTRIES } from './poll-documents.sql.js';
import { pollEntry } from './poll-entry.js';

/** The columns with the searchable content of a poll. */
export const CONTENT = ['poll_id', 'question', 'options', 'topics'] as const;
export type PollContent = Pick<Selectable<Tables['poll_documents']>, (typeof CONTENT)[number]>;

/** The values of a row that is a tombstone. */
export const TOMBSTONE = {
  question: null,
  question_text: null,
  options: [],
  topics: [],
  topic_keys: [],
  topic_labels: [],
  tokens: '',
  votes_count: 0,
  deleted: true,
};

/** Updates the index entries of these polls, if they have changed. Polls whose creation has not arrived have none. */
export async function indexPolls(queries: Queries, folding: Folding, polls: readonly PollContent[]): Promise<void> {
  const entries = polls.flatMap(({ poll_id, question, options, topics }) =>
    question === null ? [] : { poll_id, ...pollEntry(folding, { question, options, topics }) },
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
