/** Adds words; `$1` words, `$2` hashes of their variants. SQL, because rows travel as arrays. */
export const ADD_WORDS = `
  insert into words (word, variants)
  select t.word, string_to_array(t.variants, ' ')::integer[] from unnest($1::text[], $2::text[]) as t (word, variants)
  order by t.word
  on conflict do nothing`;

/** Candidates for one correction. Usually few words share a variant. */
const CANDIDATES_MAX = 200;

/**
 * Words that share a variant with a mistyped one, the most similar first; `$1` its variants' hashes, `$2` the word.
 * SQL, because it runs on the pool of searches. The limit protects against a vocabulary that somebody has filled with
 * similar words.
 */
export const SIMILAR_WORDS = `
  select w.word from (select word from words where variants && $1::integer[] limit ${CANDIDATES_MAX}) w
  order by public.similarity(w.word, $2) desc, w.word`;

export interface SimilarRow {
  readonly word: string;
}

/**
 * Removes those of the words `$1` that no document has any more. SQL, because only the expression that the indexes have
 * finds documents by a word.
 */
export const DROP_UNUSED_WORDS = `
  delete from words w
  where w.word = any($1::text[])
    and not exists (
      select from user_documents d
      where block_tokens(d.user_id, d.tokens) @@ (quote_literal(w.word))::tsquery and d.tokens <> ''
    )
    and not exists (
      select from poll_documents d
      where block_tokens(d.poll_id, d.tokens) @@ (quote_literal(w.word))::tsquery and not d.deleted
    )`;
