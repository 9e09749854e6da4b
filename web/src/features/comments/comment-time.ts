import { t } from '../../lib/i18n';
import { dateFormat, perLocale } from '../../lib/i18n/format';
import './strings';

const day = dateFormat({ month: 'short', day: 'numeric', year: 'numeric' });
const clock = perLocale(
  (tag) =>
    new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', ...(tag === 'en-US' && { hour12: true }) }),
  { en: 'en-US' },
);

/** `Nov 20, 2026 • 9:12 PM` in local time; 'Recent' for an invalid date. */
export function commentTime(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return t('comments.recent');
  // Some browsers put a narrow space before AM and PM.
  return `${day(date)} • ${clock().format(date).replaceAll(/\s/g, ' ')}`;
}
