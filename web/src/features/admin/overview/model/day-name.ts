import { dateFormat } from '../../../../lib/i18n/format';

// Days are of the calendar of UTC, as the server counts them; no time zone of the browser moves them.
const format = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }, 'en-GB');

/** `9 Nov` of `2026-11-09`. */
export const dayName = (day: string): string => format(new Date(`${day}T00:00:00Z`));
