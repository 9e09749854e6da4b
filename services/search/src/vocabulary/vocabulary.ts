import { isCorrectable, isOneEditApart, variantHashes } from '../text/typos.js';

/** Runs one statement: a transaction, a pool or a migration. */
export interface Queries {
  query<R extends object>(sql: { name?: string; text: string; values?: readonly unknown[] }): Promise<R[]>;
}

/** Corrections of one mistyped word. */
const CORRECTIONS_MAX = 8;
/** Candidates for one correction. Usually few words share a variant. */
const CANDIDATES_MAX = 200;

const ADD = `
  insert into words (word, variants)
  select t.word, string_to_array(t.variants, ' ')::integer[] from unnest($1::text[], $2::text[]) as t (word, variants)
  order by t.word
  on conflict do nothing`;

// Most similar first. The limit protects against a vocabulary that somebody has filled with similar words.
const SIMILAR = `
  select w.word from (select word from words where variants && $1::integer[] limit ${CANDIDATES_MAX}) w
  order by public.similarity(w.word, $2) desc, w.word`;

/** Adds words of documents with their variants. Words are never removed: one without documents just finds nothing. */
export async function addWords(queries: Queries, tokens: Iterable<string>): Promise<void> {
  const words = [...new Set(tokens)].filter((token) => isCorrectable(token)).toSorted();
  if (words.length === 0) return;
  await queries.query({ text: ADD, values: [words, words.map((word) => variantHashes(word).join(' '))] });
}

/** Known words that are one typo away from `typed`, the most similar first. */
export async function correctionsOf(queries: Queries, typed: string): Promise<string[]> {
  const rows = await queries.query<{ word: string }>({
    name: 'words-near',
    text: SIMILAR,
    values: [variantHashes(typed), typed],
  });
  return rows
    .map(({ word }) => word)
    .filter((word) => word !== typed && isOneEditApart(word, typed))
    .slice(0, CORRECTIONS_MAX);
}
