import { isForgivable, isOneEditApart, variantHashes } from '../text/edits.js';

/** Runs one statement: a transaction, a pool or a migration. */
export interface Queries {
  query<R extends object>(sql: { name?: string; text: string; values?: readonly unknown[] }): Promise<R[]>;
}

/** Words that one mistyped word may stand for. */
const MEANT_MAX = 8;
/** Candidates that are compared with it; by construction few words share a variant. */
const COMPARED_MAX = 200;

const ADD = `
  insert into words (word, variants)
  select t.word, string_to_array(t.variants, ' ')::integer[] from unnest($1::text[], $2::text[]) as t (word, variants)
  order by t.word
  on conflict do nothing`;

// Closest first by the letters they share; the limit is for a vocabulary that someone has filled with near copies.
const SIMILAR = `
  select w.word from (select word from words where variants && $1::integer[] limit ${COMPARED_MAX}) w
  order by public.similarity(w.word, $2) desc, w.word`;

/**
 * Remembers words of documents with their variants. Words are never taken out one by one: a word that no document has
 * any more finds nothing.
 */
export async function learnWords(queries: Queries, tokens: Iterable<string>): Promise<void> {
  const words = [...new Set(tokens)].filter((token) => isForgivable(token)).toSorted();
  if (words.length === 0) return;
  await queries.query({ text: ADD, values: [words, words.map((word) => variantHashes(word).join(' '))] });
}

/** Known words at most one mistake from `typed`, without it, the most similar first. */
export async function wordsNear(queries: Queries, typed: string): Promise<string[]> {
  const rows = await queries.query<{ word: string }>({
    name: 'words-near',
    text: SIMILAR,
    values: [variantHashes(typed), typed],
  });
  return rows
    .map(({ word }) => word)
    .filter((word) => word !== typed && isOneEditApart(word, typed))
    .slice(0, MEANT_MAX);
}
