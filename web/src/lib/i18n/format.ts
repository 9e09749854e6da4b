import { activeLocale, type Locale } from './active';

/**
 * Creates something once per language, and returns the active language's. `tags` names a variety of a language, such as
 * en-GB.
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
 * `1,283`, grouped as in the active language. A phone takes 20 ms and more to create its first formatter, and small
 * numbers look the same in all our languages.
 */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers().format(value);

/** Follows the number; German has a no-break space. */
const PERCENT: Record<Locale, string> = { en: '%', de: '\u00A0%' };

/** `58%`, as the active language writes whole percent. */
export const formatPercent = (percent: number): string => `${formatNumber(percent)}${PERCENT[activeLocale()]}`;

/** Formats dates in the active language; English as in the United States unless `english` says otherwise. */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  english: 'en-US' | 'en-GB' = 'en-US',
): (date: Date) => string {
  const formats = perLocale((tag) => new Intl.DateTimeFormat(tag, options), { en: english });
  return (date) => formats().format(date);
}
