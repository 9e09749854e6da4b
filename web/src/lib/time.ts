const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const dayYearFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

/** `Nov 14`, with the year when it is not this one. */
export function shortDay(instant: string | Date, now = Date.now()): string {
  const date = new Date(instant);
  return (date.getFullYear() === new Date(now).getFullYear() ? dayFormat : dayYearFormat).format(date);
}

/** How long ago, as a card shows it: `now`, `12m`, `3h`, `8d`, then the day. */
export function shortAgo(instant: string, now = Date.now()): string {
  const age = now - Date.parse(instant);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return 'now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  if (age < 30 * DAY) return `${Math.floor(age / DAY)}d`;
  return shortDay(instant, now);
}

/** True once the poll's end date has passed; a poll without one never ends (spec 4, Poll). */
export const hasEnded = (endDate: string | null, now = Date.now()): boolean => endDate !== null && Date.parse(endDate) <= now;

const unit = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'} left`;

/** `5 days left`, `19 hours left`, `1 minute left`, `Ended Nov 14`; empty for a poll without an end. */
export function timeLeft(endDate: string | null, now = Date.now()): string {
  if (endDate === null) return '';
  const left = Date.parse(endDate) - now;
  if (Number.isNaN(left)) return '';
  if (left <= 0) return `Ended ${shortDay(endDate, now)}`;
  if (left >= DAY) return unit(Math.floor(left / DAY), 'day');
  if (left >= HOUR) return unit(Math.floor(left / HOUR), 'hour');
  return unit(Math.max(1, Math.floor(left / MINUTE)), 'minute');
}
