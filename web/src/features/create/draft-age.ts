import { t } from '../../lib/i18n';
import { shortDay } from '../../lib/time';
import './strings';

const MOMENT = 5 * 60_000;

/** When a draft was left: "this morning", "yesterday", "Nov 18". Both times are milliseconds since the epoch. */
export function draftAge(savedAt: number, now = Date.now()): string {
  const left = new Date(savedAt);
  const today = new Date(now);
  if (now - savedAt < MOMENT) return t('create.justNow');
  if (left.toDateString() === today.toDateString()) {
    if (left.getHours() < 12) return t('create.thisMorning');
    return t(left.getHours() < 18 ? 'create.thisAfternoon' : 'create.thisEvening');
  }
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  return left.toDateString() === yesterday.toDateString() ? t('create.yesterday') : shortDay(left, now);
}
