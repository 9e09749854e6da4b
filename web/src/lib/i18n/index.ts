import { en, type LaterAreas } from './en';

type Catalogue = typeof en & LaterAreas;
/** `area.key`, for every sentence of the catalogue. */
export type MessageKey = { [A in keyof Catalogue & string]: `${A}.${keyof Catalogue[A] & string}` }[keyof Catalogue & string];
/** A sentence, or one per plural form, chosen by `count`. */
export type Message = string | { one?: string; other: string };
export type MessageVars = Record<string, string | number>;

const areas: Record<string, Record<string, Message>> = { ...en };

/** Adds areas of sentences; a page does so with the import of its `strings`, before anything of it is rendered. */
export function register(later: Partial<LaterAreas>): void {
  Object.assign(areas, later);
}

const plurals = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en');

/** The sentence of a key with its `{variables}` filled in; numbers are grouped (1,283). */
export function t(key: MessageKey, vars: MessageVars = {}): string {
  const [area, name] = key.split('.') as [string, string];
  const message = areas[area]?.[name];
  if (message === undefined) return key;
  let text = message as string;
  if (typeof message !== 'string') {
    const form = plurals.select(Number(vars.count));
    text = (form === 'one' ? message.one : undefined) ?? message.other;
  }
  return text.replaceAll(/\{(\w+)\}/g, (whole, variable: string) => {
    const value = vars[variable];
    return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value;
  });
}
