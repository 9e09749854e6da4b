import { activeLocale, activeTranslation } from './active';
import { en, type LaterAreas } from './en';
import { formatNumber, perLocale } from './format';
import type { Catalogue, Message, Terms } from './translation';

/** `area.key`, for every sentence of the catalogue. */
export type MessageKey = { [A in keyof Catalogue & string]: `${A}.${keyof Catalogue[A] & string}` }[keyof Catalogue &
  string];
export type MessageVars = Record<string, string | number>;

type Areas = Record<string, Record<string, Message> | undefined>;

const english: Areas = { ...en };

/** Adds areas of English sentences; importing a page's `strings` does so before any of it is rendered. */
export function register(later: Partial<LaterAreas>): void {
  Object.assign(english, later);
}

const plurals = perLocale((tag) => new Intl.PluralRules(tag));

/** The sentence of a key in the active language with its `{variables}` filled in; numbers are grouped (1,283). */
export function t(key: MessageKey, vars: MessageVars = {}): string {
  const [area, name] = key.split('.') as [string, string];
  const message = ((activeTranslation() ?? english) as Areas)[area]?.[name];
  if (message === undefined) return key;
  const text = typeof message === 'string' ? message : (message[plurals().select(Number(vars.count))] ?? message.other);
  return text.replaceAll(/\{(\w+)\}/g, (whole, variable: string) => {
    const value = vars[variable];
    return value === undefined ? whole : typeof value === 'number' ? formatNumber(value) : value;
  });
}

/** The active language's sentence for a failure's code; undefined in English, where the server has its own. */
export const failureSentence = (code: string): string | undefined =>
  (activeTranslation()?.failures as Record<string, string> | undefined)?.[code];

/** A mood, context or season of a poll in the active language; empty for none. */
export const termOf = (term: keyof Terms | null): string =>
  term === null ? '' : (activeTranslation()?.terms[term] ?? term);

/** The language on screen; renders again whenever it changes; see `active.ts`. */
export { useLocale } from './active';
export { activeLocale };
