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

/** Terms in one query; further words are ignored. */
const TERMS_MAX = 8;

/** A condition that a document must meet. */
export interface Term {
  /** A token, or the beginning of one. */
  readonly token: string;
  readonly kind: 'word' | 'topic' | 'characters';
  /** Whether it matches tokens that begin with it. Pairs of characters match whole; longer texts have more pairs. */
  readonly prefix: boolean;
}

/** A parsed query. Tokens consist of letters, digits, marks and pictographs, with a leading `#` for topics. */
export interface SearchTerms {
  readonly terms: readonly Term[];
  /** Words in their order, to match phrases. */
  readonly words: readonly (readonly WordPart[])[];
  /** The query as a username: `key` is folded, `exact` only lower-cased. Null if it cannot be a username. */
  readonly username: { readonly key: string; readonly exact: string } | null;
  readonly wantsUsers: boolean;
  readonly wantsPolls: boolean;
}

/** The key under which a username is indexed: folded, with its separators. */
export const usernameKey = (folding: Folding, username: string): string =>
  folding.fold(username).replace(/[^\p{L}\p{M}\p{N}._-]/gu, '');

/**
 * Parses a query: words, `#topic` for topics only, `@name` for users only. All characters but letters, digits and
 * pictographs separate words, so no query is a syntax error.
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
