import type { Folding } from './folding.js';
import {
  hashtagsOf,
  pairsOf,
  partsOf,
  topicKey,
  topicToken,
  withoutHashtags,
  wordsOf,
  type WordPart,
} from './tokens.js';

/** Terms of one query; further words are ignored. */
const TERMS_MAX = 8;

/** One thing that a document must have. */
export interface Term {
  /** A token, or the beginning of one. */
  readonly token: string;
  readonly kind: 'word' | 'topic' | 'characters';
  /** Matches tokens that begin with it. Pairs of characters match as they are: what is longer has more pairs. */
  readonly prefix: boolean;
}

/**
 * What was typed, ready to be looked for. Every token consists of letters, digits, marks, pictographs and one leading
 * `#`.
 */
export interface SearchTerms {
  readonly terms: readonly Term[];
  /** Words, in order, to see where in a document they are. */
  readonly words: readonly (readonly WordPart[])[];
  /** A username as it may have been typed: folded, and only lower-cased. */
  readonly username: { readonly key: string; readonly exact: string } | null;
  readonly wantsUsers: boolean;
  readonly wantsPolls: boolean;
}

/** A username as it is looked up: folded, with its separators. */
export const usernameKey = (folding: Folding, username: string): string =>
  folding.fold(username).replace(/[^\p{L}\p{M}\p{N}._-]/gu, '');

/**
 * Reads a query: words, `#topic` for topics alone, `@name` for users alone. Anything that is no letter, digit or
 * pictograph only separates words, so nothing that is typed can be a syntax error.
 */
export function searchTerms(folding: Folding, query: string): SearchTerms {
  const usersOnly = /^\s*[@＠]/u.test(query);
  const topics = usersOnly
    ? []
    : hashtagsOf(query)
        .map((name) => topicKey(folding.fold(name)))
        .filter((key) => key !== '');
  const rest = topics.length > 0 ? withoutHashtags(query) : query;
  const words = wordsOf(folding.fold(rest)).map(partsOf);
  const terms = [
    ...topics.map((key): Term => ({ token: topicToken(key), kind: 'topic', prefix: true })),
    ...words.flat().flatMap(termsOf),
  ];
  const typed = query
    .trim()
    .replace(/^[@＠]/u, '')
    .trim();
  const key = /\s/u.test(typed) ? '' : usernameKey(folding, typed);
  return {
    terms: distinct(terms).slice(0, TERMS_MAX),
    words: words.slice(0, TERMS_MAX),
    username: topics.length > 0 || key === '' ? null : { key, exact: typed.normalize('NFC').toLowerCase() },
    wantsUsers: topics.length === 0,
    wantsPolls: !usersOnly,
  };
}

function termsOf({ text, unspaced }: WordPart): Term[] {
  if (!unspaced) return [{ token: text, kind: 'word', prefix: true }];
  const pairs = pairsOf(text);
  return pairs.length > 0
    ? pairs.map((token) => ({ token, kind: 'characters', prefix: false }))
    : [{ token: text, kind: 'characters', prefix: true }];
}

const distinct = (terms: readonly Term[]): Term[] => [...new Map(terms.map((term) => [term.token, term])).values()];
