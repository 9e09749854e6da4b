import { activeLocale, t } from './i18n';
import { perLocale } from './i18n/format';
import { serverNow } from './server-clock';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', YEAR],
  ['month', MONTH],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

const words = perLocale((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'always' }));

/** `12 minutes ago`, `1 day ago`, `less than a minute ago`; null for an invalid date. */
export function longAgo(instant: string, now = serverNow()): string | null {
  const seconds = (now - Date.parse(instant)) / 1000;
  if (Number.isNaN(seconds)) return null;
  const step = STEPS.find(([, size]) => seconds >= size);
  return step ? words().format(-Math.floor(seconds / step[1]), step[0]) : t('time.underMinute');
}

const UNITS: Record<string, Intl.RelativeTimeFormatUnit> = {
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
  y: 'year',
};
const shortWords = perLocale((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'always', style: 'short' }));

/**
 * The server's `4h ago` or `just now` in the active language: `vor 4 Std.`; unchanged in English, or when it is
 * neither.
 */
export function agoInWords(english: string): string {
  if (activeLocale() === 'en') return english;
  if (english === 'just now') return t('time.now');
  const [, count, unit] = /^(\d+)([a-z]+) ago$/.exec(english) ?? [];
  const whole = unit === undefined ? undefined : UNITS[unit];
  return whole ? shortWords().format(-Number(count), whole) : english;
}
