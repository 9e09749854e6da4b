import { activeLocale, type Locale } from './active';

/** Makes something once per language, and gives the active one's. `tags` names a variety of a language, such as en-GB. */
export function perLocale<T>(make: (tag: string) => T, tags: Partial<Record<Locale, string>> = {}): () => T {
  const made = new Map<Locale, T>();
  return () => {
    const locale = activeLocale();
    let found = made.get(locale);
    if (found === undefined) made.set(locale, (found = make(tags[locale] ?? locale)));
    return found;
  };
}

const numbers = perLocale((tag) => new Intl.NumberFormat(tag));
const percents = perLocale((tag) => new Intl.NumberFormat(tag, { style: 'percent' }));

/** `1,283`, as the active language groups it. Small ones are the same in all of ours, and a phone takes its time to make a formatter. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers().format(value);

/** `58%`, as the active language writes it, of whole percent. */
export const formatPercent = (percent: number): string => percents().format(percent / 100);

/** Writes dates in the active language, English ones as in the United States unless `english` says otherwise. */
export function dateFormat(options: Intl.DateTimeFormatOptions, english: 'en-US' | 'en-GB' = 'en-US'): (date: Date) => string {
  const formats = perLocale((tag) => new Intl.DateTimeFormat(tag, options), { en: english });
  return (date) => formats().format(date);
}
