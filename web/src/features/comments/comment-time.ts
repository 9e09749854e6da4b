import { t } from '../../lib/i18n';
import './strings';

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true });

/** `Nov 20, 2026 • 9:12 PM`, local time; 'Recent' for what is no instant (spec 2, /poll/{id}). */
export function commentTime(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return t('comments.recent');
  // Some browsers put a narrow space before AM and PM.
  return `${day.format(date)} • ${clock.format(date).replaceAll(/\s/g, ' ')}`;
}
