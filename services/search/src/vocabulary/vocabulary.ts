import type { Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';
import { isCorrectable, isOneEditApart, variantHashes } from '../text/typos.js';
import { ADD_WORDS, DROP_UNUSED_WORDS, SIMILAR_WORDS, type SimilarRow } from './vocabulary.sql.js';

/** Runs one statement: a transaction, a pool or a migration. */
export interface Queries {
  query<R extends object>(sql: { name?: string; text: string; values?: readonly unknown[] }): Promise<R[]>;
}

/** Corrections of one mistyped word. */
const CORRECTIONS_MAX = 8;

/** Adds words of documents with their variants. */
export async function addWords(queries: Queries, tokens: Iterable<string>): Promise<void> {
  const words = [...new Set(tokens)].filter((token) => isCorrectable(token)).toSorted();
  if (words.length === 0) return;
  await queries.query({ text: ADD_WORDS, values: [words, words.map((word) => variantHashes(word).join(' '))] });
}

/**
 * Removes words of a document that was removed, unless another document has them: a rare word may be a person's name. A
 * document that arrives at the same moment keeps being found; only typing mistakes in that word are not forgiven until
 * another document brings it.
 */
export async function dropUnusedWords(tx: Transaction<Tables>, tokens: Iterable<string>): Promise<void> {
  const words = [...new Set(tokens)].filter((token) => isCorrectable(token)).toSorted();
  if (words.length === 0) return;
  // Of two documents that leave at the same moment, the second waits here and then sees that the first is gone.
  await tx.kysely
    .selectFrom('words')
    .select('word')
    .where('word', '=', sql<string>`any(${words}::text[])`)
    .orderBy('word')
    .forUpdate()
    .execute();
  await tx.query({ text: DROP_UNUSED_WORDS, values: [words] });
}

/** Known words that are one typo away from `typed`, the most similar first. */
export async function correctionsOf(queries: Queries, typed: string): Promise<string[]> {
  const rows = await queries.query<SimilarRow>({
    name: 'similar-words',
    text: SIMILAR_WORDS,
    values: [variantHashes(typed), typed],
  });
  return rows
    .map(({ word }) => word)
    .filter((word) => word !== typed && isOneEditApart(word, typed))
    .slice(0, CORRECTIONS_MAX);
}
