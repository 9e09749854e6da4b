import type { Term } from '../text/search-terms.js';
import type { CommonTokens } from './common-tokens.js';

/**
 * Templates of tsqueries, for whole tokens and for beginnings. Before each token, `@` is the place for its block (see
 * candidates.sql.ts). The far parts of the index may be searched by fewer terms.
 */
export interface Templates {
  readonly whole: string;
  readonly begins: string;
  readonly wholeFar: string;
  readonly beginsFar: string;
  /**
   * For the whole index, where only the last word may be a beginning. Null if all terms are common; the nearer parts
   * then have enough matches.
   */
  readonly beginsAll: string | null;
  /** Whether `beginsAll` collects all tokens with a short beginning, only to drop most of them for a common word. */
  readonly beginningsAreCostly: boolean;
}

/** A term in a smaller share of the documents has few enough matches to check each row. */
const RARE = 0.005;
/** Few enough tokens share a beginning of this many characters to check each of their rows. */
const LONG = 5;

const isSingle = ({ kind, token }: Term): boolean => kind === 'word' && Array.from(token).length === 1;
const isLong = ({ token }: Term): boolean => Array.from(token).length >= LONG;
const whole = (token: string): string => `'@${token}'`;
const beginning = (token: string): string => `'@${token}':*`;

/**
 * Builds the templates. Tokens need no escaping: they contain no quote, backslash or `@`.
 * @param corrections known words that a mistyped term may stand for, by token
 */
export function templates(
  terms: readonly Term[],
  common: Pick<CommonTokens, 'share' | 'shareOfBeginning'>,
  corrections: ReadonlyMap<string, readonly string[]> = new Map(),
): Templates {
  const wholeTerm = (term: Term): string => anyOf([term.token, ...(corrections.get(term.token) ?? [])].map(whole));
  const beginningOf = (term: Term): string => {
    if (!term.prefix) return whole(term.token);
    // A hashtag that is no poll's topic may still be a word in a poll.
    if (term.kind === 'topic') return anyOf([beginning(term.token), whole(term.token.slice(1))]);
    return anyOf([term.token, ...(corrections.get(term.token) ?? [])].map(beginning));
  };
  const typedTerm = (term: Term): string =>
    term.kind === 'topic' ? anyOf([whole(term.token), whole(term.token.slice(1))]) : wholeTerm(term);
  const isRare = (term: Term, share: (token: string) => number): boolean =>
    [term.token, ...(corrections.get(term.token) ?? [])].reduce((sum, token) => sum + share(token), 0) < RARE;
  // The index is searched by rare terms. Common terms are checked on the few rows that these lead to.
  const rareWhole = terms.filter((term) => isRare(term, (token) => common.share(token)));
  const rareBeginnings = terms.filter(
    (term) => !isSingle(term) && isRare(term, (token) => common.shareOfBeginning(token)),
  );
  // A common word is most likely complete, so it can narrow the matches of a short beginning.
  const narrowing = !rareBeginnings.some(isLong)
    ? terms.filter((term) => !rareBeginnings.includes(term) && common.share(term.token) > 0)
    : [];
  const begins = terms.map(beginningOf).join(' & ');
  // While a person types, all words but the last are complete.
  const typed = rareWhole.filter((term) => term !== terms.at(-1));
  const rarest = typed.some((term) => isRare(term, (token) => (common.share(token) > 0 ? 1 : 0)));
  // The index collects all tokens with the last word's beginning first. If a very rare word is present, that is not
  // worth it.
  const last = rareBeginnings.filter((term) => term === terms.at(-1) && (!rarest || isLong(term)));
  const everywhere = [
    ...typed.map(typedTerm),
    ...last.map(beginningOf),
    ...(typed.length === 0 ? narrowing.map(wholeTerm) : []),
  ];
  return {
    whole: terms.map(wholeTerm).join(' & '),
    begins,
    wholeFar: (rareWhole.length > 0 ? rareWhole : terms).map(wholeTerm).join(' & '),
    beginsFar:
      rareBeginnings.length > 0
        ? [...rareBeginnings.map(beginningOf), ...narrowing.map(wholeTerm)].join(' & ')
        : begins,
    beginsAll: typed.length + last.length > 0 ? everywhere.join(' & ') : null,
    beginningsAreCostly: last.some((term) => !isLong(term)) && everywhere.length > 1 && !rarest,
  };
}

const anyOf = (nodes: readonly string[]): string => (nodes.length === 1 ? nodes[0]! : `(${nodes.join(' | ')})`);
