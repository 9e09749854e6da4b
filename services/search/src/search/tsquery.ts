import type { Term } from '../text/search-terms.js';
import type { CommonTokens } from './common-tokens.js';

/**
 * Templates of tsqueries, with `@` before each token for its block (see candidates): for tokens as they are and for their
 * beginnings. The far parts of the index may be entered by fewer terms.
 */
export interface Templates {
  readonly whole: string;
  readonly begins: string;
  readonly wholeFar: string;
  readonly beginsFar: string;
  /** For the whole index; null when all the beginnings are common, which the newest documents must do for. */
  readonly beginsAll: string | null;
}

/** Below this share of the documents a term leads to few enough rows to look at each. */
const RARE = 0.005;

const isSingle = ({ kind, token }: Term): boolean => kind === 'word' && Array.from(token).length === 1;
const whole = (token: string): string => `'@${token}'`;
const beginning = (token: string): string => `'@${token}':*`;

/**
 * Builds the templates. A token has nothing in it that a tsquery could misread: no quote, backslash or `@`.
 * @param meant what a term that is not known may stand for instead, by token
 */
export function templates(terms: readonly Term[], common: Pick<CommonTokens, 'share' | 'shareOfBeginning'>, meant: ReadonlyMap<string, readonly string[]> = new Map()): Templates {
  const wholeTerm = (term: Term): string => anyOf([term.token, ...(meant.get(term.token) ?? [])].map(whole));
  const beginningOf = (term: Term): string => {
    if (!term.prefix) return whole(term.token);
    // A hashtag that is no topic of any poll may still be a word of one.
    if (term.kind === 'topic') return anyOf([beginning(term.token), whole(term.token.slice(1))]);
    return anyOf([term.token, ...(meant.get(term.token) ?? [])].map(beginning));
  };
  const isRare = (term: Term, share: (token: string) => number): boolean => [term.token, ...(meant.get(term.token) ?? [])].reduce((sum, token) => sum + share(token), 0) < RARE;
  // Terms meet fastest at the rare ones, so common ones are left to the few rows that the rare ones lead to.
  const rareWhole = terms.filter((term) => isRare(term, (token) => common.share(token)));
  const rareBeginnings = terms.filter((term) => !isSingle(term) && isRare(term, (token) => common.shareOfBeginning(token)));
  const rare = rareBeginnings.map(beginningOf).join(' & ');
  const begins = terms.map(beginningOf).join(' & ');
  return {
    whole: terms.map(wholeTerm).join(' & '),
    begins,
    wholeFar: (rareWhole.length > 0 ? rareWhole : terms).map(wholeTerm).join(' & '),
    beginsFar: rare || begins,
    beginsAll: rare || null,
  };
}

const anyOf = (nodes: readonly string[]): string => (nodes.length === 1 ? nodes[0]! : `(${nodes.join(' | ')})`);
