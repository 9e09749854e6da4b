const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type TimeLeft =
  | { state: 'open'; unit: 'day' | 'hour' | 'minute' | 'moment'; count: number; changesIn: number }
  | { state: 'ended'; at: Date };

/**
 * Time until a poll ends, in its largest whole unit ("5 days left", "19 hours left").
 * @param endDate ISO instant, or null for a poll without end
 * @param now milliseconds since the epoch
 * @returns null without end; `changesIn` is the milliseconds after which the text is another one
 */
export function timeLeft(endDate: string | null, now: number): TimeLeft | null {
  if (endDate === null) return null;
  const at = new Date(endDate);
  const left = at.getTime() - now;
  if (Number.isNaN(left)) return null;
  if (left <= 0) return { state: 'ended', at };
  const [unit, size] = left >= DAY ? (['day', DAY] as const) : left >= HOUR ? (['hour', HOUR] as const) : (['minute', MINUTE] as const);
  if (left < MINUTE) return { state: 'open', unit: 'moment', count: 0, changesIn: left };
  return { state: 'open', unit, count: Math.floor(left / size), changesIn: (left % size) + 1 };
}

/** "Nov 14", with the year when it is not this one. */
export function shortDay(at: Date, now: number, locale = 'en-US'): string {
  const sameYear = at.getFullYear() === new Date(now).getFullYear();
  return at.toLocaleDateString(locale, { month: 'short', day: 'numeric', ...(sameYear ? {} : { year: 'numeric' }) });
}
