import type { Transaction } from '@inkling/platform';
import { sql, type ExpressionBuilder, type Selectable } from 'kysely';
import type { Tables } from '../tables.js';
import type { Folding } from '../text/folding.js';
import { UNUSED_TOPIC } from '../topics/topics.sql.js';
import { addWords, dropUnusedWords, type Queries } from '../vocabulary/vocabulary.js';
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

interface Indexed {
  readonly topic_keys: readonly string[];
  readonly tokens: readonly string[];
}

/** What the index has of these polls, whose rows are locked. */
export function indexed({ kysely }: Transaction<Tables>, pollIds: readonly number[]): Promise<Indexed[]> {
  return kysely
    .selectFrom('poll_documents')
    .select(['topic_keys', sql<string[]>`tsvector_to_array(tokens)`.as('tokens')])
    .where('poll_id', 'in', pollIds)
    .orderBy('poll_id')
    .forUpdate()
    .execute();
}

/** Removes the words and topics of polls that have left the index, where no other poll has them. */
export async function dropUnused(tx: Transaction<Tables>, before: readonly Indexed[]): Promise<void> {
  await dropUnusedWords(
    tx,
    before.flatMap(({ tokens }) => tokens),
  );
  const keys = before.flatMap(({ topic_keys }) => topic_keys);
  if (keys.length === 0) return;
  const anyOf = sql<string>`any(${keys}::text[])`;
  // As with words, the second of two polls that leave at the same moment waits here.
  await tx.kysely
    .selectFrom('topic_activity')
    .select('key')
    .where('key', '=', anyOf)
    .orderBy('key')
    .forUpdate()
    .execute();
  // A rare topic may be a person's own word.
  await tx.kysely.deleteFrom('topic_activity').where('key', '=', anyOf).where(sql.raw<boolean>(UNUSED_TOPIC)).execute();
}
