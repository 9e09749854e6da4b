import { t } from './i18n';
import { dateFormat } from './i18n/format';
import { serverNow } from './server-clock';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const dayFormat = dateFormat({ month: 'short', day: 'numeric' });
const dayYearFormat = dateFormat({ month: 'short', day: 'numeric', year: 'numeric' });

/** `Nov 14`, with the year when it is not this one. */
export function shortDay(instant: string | Date, now = serverNow()): string {
  const date = new Date(instant);
  return (date.getFullYear() === new Date(now).getFullYear() ? dayFormat : dayYearFormat)(date);
}

/** The age as a card shows it: `now`, `12m`, `3h`, `8d`, then the day. */
export function shortAgo(instant: string, now = serverNow()): string {
  const age = now - Date.parse(instant);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return t('time.now');
  if (age < HOUR) return t('time.minutes', { count: Math.floor(age / MINUTE) });
  if (age < DAY) return t('time.hours', { count: Math.floor(age / HOUR) });
  if (age < 30 * DAY) return t('time.days', { count: Math.floor(age / DAY) });
  return shortDay(instant, now);
}

/** True once the poll's end date has passed; a poll without one never ends. */
export const hasEnded = (endDate: string | null, now = serverNow()): boolean =>
  endDate !== null && Date.parse(endDate) <= now;

/** `5 days left`, `19 hours left`, `1 minute left`, `Ended Nov 14`; empty for a poll without an end. */
export function timeLeft(endDate: string | null, now = serverNow()): string {
  if (endDate === null) return '';
  const left = Date.parse(endDate) - now;
  if (Number.isNaN(left)) return '';
  if (left <= 0) return t('time.ended', { day: shortDay(endDate, now) });
  // As a string, because a number of days is never grouped.
  if (left >= DAY) return t('time.daysLeft', { count: String(Math.floor(left / DAY)) });
  if (left >= HOUR) return t('time.hoursLeft', { count: Math.floor(left / HOUR) });
  return t('time.minutesLeft', { count: Math.max(1, Math.floor(left / MINUTE)) });
}
