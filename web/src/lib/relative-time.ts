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

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `12 minutes ago`, `1 day ago`, `less than a minute ago`; null for what is no instant (spec 2, /notifications). */
export function longAgo(instant: string, now = Date.now()): string | null {
  const seconds = (now - Date.parse(instant)) / 1000;
  if (Number.isNaN(seconds)) return null;
  const step = STEPS.find(([, size]) => seconds >= size);
  return step ? words.format(-Math.floor(seconds / step[1]), step[0]) : 'less than a minute ago';
}
