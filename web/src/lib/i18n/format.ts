import { activeLocale, type Locale } from './active';

/**
 * Makes something once per language, and gives the active one's. `tags` names a variety of a language, such as en-GB.
 */
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

/**
 * `1,283`, as the active language groups it. A phone takes 20 ms and more to make its first formatter, and small
 * numbers are the same in all of our languages.
 */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers().format(value);

/** What follows the number; German has a space that does not break. */
const PERCENT: Record<Locale, string> = { en: '%', de: '\u00A0%' };

/** `58%`, as the active language writes it, of whole percent. */
export const formatPercent = (percent: number): string => `${formatNumber(percent)}${PERCENT[activeLocale()]}`;

/** Writes dates in the active language, English ones as in the United States unless `english` says otherwise. */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  english: 'en-US' | 'en-GB' = 'en-US',
): (date: Date) => string {
  const formats = perLocale((tag) => new Intl.DateTimeFormat(tag, options), { en: english });
  return (date) => formats().format(date);
}
