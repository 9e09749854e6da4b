import { t, type MessageKey } from '../i18n';
import { dateFormat } from '../i18n/format';
import type { ReachedLimit } from './limit';
import './strings';

/** What a person reads about a limit. */
export interface LimitWords {
  /** `10 polls an hour is the limit` */
  title: string;
  /** `Ask the next one at 2:20 PM, in 12 minutes. Your draft is kept.` */
  description: string;
  /** `2:20 PM`, with the day when it is not today. */
  time: string;
}

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

const timeOfDay = dateFormat({ hour: 'numeric', minute: '2-digit' });
const dayAndTime = dateFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

const WORDS: Readonly<Record<string, readonly [title: MessageKey, next: MessageKey]>> = {
  'too-many-polls': ['limits.polls', 'limits.nextPoll'],
  'too-many-comments': ['limits.comments', 'limits.nextComment'],
  'too-many-reactions': ['limits.reactions', 'limits.nextReaction'],
  'too-many-follows': ['limits.follows', 'limits.nextFollow'],
  'too-many-renames': ['limits.renames', 'limits.nextRename'],
  'too-many-searches': ['limits.searches', 'limits.nextSearch'],
  'too-many-uploads': ['limits.uploads', 'limits.nextUpload'],
};

function perTime(seconds: number): string {
  if (seconds <= MINUTE_S) return t('limits.perMinute');
  if (seconds < HOUR_S) return t('limits.perMinutes', { count: Math.round(seconds / MINUTE_S) });
  if (seconds < DAY_S) return t('limits.perHour');
  return t(seconds < 2 * DAY_S ? 'limits.perDay' : 'limits.perWeek');
}

function wait(seconds: number): string {
  if (seconds < MINUTE_S) return t('limits.seconds', { count: Math.max(1, seconds) });
  if (seconds < 2 * HOUR_S) return t('limits.minutes', { count: Math.ceil(seconds / MINUTE_S) });
  if (seconds < 2 * DAY_S) return t('limits.hours', { count: Math.ceil(seconds / HOUR_S) });
  return t('limits.days', { count: Math.ceil(seconds / DAY_S) });
}

/** A limit that opens within a minute names it in seconds, one that opens on another day with that day. */
export function limitWords({ code, limit, windowSeconds, opensAt }: ReachedLimit, now = Date.now()): LimitWords {
  const [title, next] = WORDS[code] ?? (['limits.acts', 'limits.nextAct'] as const);
  const opens = new Date(opensAt);
  const today = new Date(now).toDateString() === opens.toDateString();
  const time = (today ? timeOfDay : dayAndTime)(opens);
  return {
    title: t(title, { count: limit, per: perTime(windowSeconds) }),
    description: t(next, { time, wait: wait(Math.ceil((opensAt - now) / 1000)) }),
    time,
  };
}
