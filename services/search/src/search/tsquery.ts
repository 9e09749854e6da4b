import type { Term } from '../text/search-terms.js';
import type { CommonTokens } from './common-tokens.js';

/**
 * Templates of tsqueries, with `@` before each token for its block (see candidates): for tokens as they are and for
 * their beginnings. The far parts of the index may be entered by fewer terms.
 */
export interface Templates {
  readonly whole: string;
  readonly begins: string;
  readonly wholeFar: string;
  readonly beginsFar: string;
  /**
   * For the whole index, where only the last word may be a beginning; null when all of it is common, which the newest
   * documents must do for.
   */
  readonly beginsAll: string | null;
  /**
   * Whether looking for `beginsAll` gathers all that begins like a short last word, only to leave out most of it for a
   * common one.
   */
  readonly isCostly: boolean;
}

/** Below this share of the documents a term leads to few enough rows to look at each. */
const RARE = 0.005;
/** Characters from which on few enough tokens begin alike to look at each of their documents. */
const LONG = 5;

const isSingle = ({ kind, token }: Term): boolean => kind === 'word' && Array.from(token).length === 1;
const isLong = ({ token }: Term): boolean => Array.from(token).length >= LONG;
const whole = (token: string): string => `'@${token}'`;
const beginning = (token: string): string => `'@${token}':*`;

/**
 * Builds the templates. A token has nothing in it that a tsquery could misread: no quote, backslash or `@`.
 * @param meant what a term that is not known may stand for instead, by token
 */
export function templates(
  terms: readonly Term[],
  common: Pick<CommonTokens, 'share' | 'shareOfBeginning'>,
  meant: ReadonlyMap<string, readonly string[]> = new Map(),
): Templates {
  const wholeTerm = (term: Term): string => anyOf([term.token, ...(meant.get(term.token) ?? [])].map(whole));
  const beginningOf = (term: Term): string => {
    if (!term.prefix) return whole(term.token);
    // A hashtag that is no topic of any poll may still be a word of one.
    if (term.kind === 'topic') return anyOf([beginning(term.token), whole(term.token.slice(1))]);
    return anyOf([term.token, ...(meant.get(term.token) ?? [])].map(beginning));
  };
  const typedTerm = (term: Term): string =>
    term.kind === 'topic' ? anyOf([whole(term.token), whole(term.token.slice(1))]) : wholeTerm(term);
  const isRare = (term: Term, share: (token: string) => number): boolean =>
    [term.token, ...(meant.get(term.token) ?? [])].reduce((sum, token) => sum + share(token), 0) < RARE;
  // Terms meet fastest at the rare ones, so common ones are left to the few rows that the rare ones lead to.
  const rareWhole = terms.filter((term) => isRare(term, (token) => common.share(token)));
  const rareBeginnings = terms.filter(
    (term) => !isSingle(term) && isRare(term, (token) => common.shareOfBeginning(token)),
  );
  // A common word is most likely a whole one, and as such narrows what a short beginning leads to.
  const narrowing = !rareBeginnings.some(isLong)
    ? terms.filter((term) => !rareBeginnings.includes(term) && common.share(term.token) > 0)
    : [];
  const begins = terms.map(beginningOf).join(' & ');
  // While typing all words but the last are whole ones.
  const typed = rareWhole.filter((term) => term !== terms.at(-1));
  const rarest = typed.some((term) => isRare(term, (token) => (common.share(token) > 0 ? 1 : 0)));
  // The index gathers all that begins so before anything else, for which a word that hardly any document has need not
  // wait.
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
    isCostly: last.some((term) => !isLong(term)) && everywhere.length > 1 && !rarest,
  };
}

const anyOf = (nodes: readonly string[]): string => (nodes.length === 1 ? nodes[0]! : `(${nodes.join(' | ')})`);
