import { POLL_OPTIONS_MAX, POLL_OPTIONS_MIN, VISIBILITIES, type Visibility } from '@inkling/contracts/constants';
import { isBlank } from '@inkling/contracts/text';
import { serverNow } from '../../lib/server-clock';

/** When a poll ends, as its author chose. `day` is a local calendar day, `YYYY-MM-DD`. */
export type Duration = { kind: 'none' } | { kind: 'day' } | { kind: 'week' } | { kind: 'date'; day: string };

/** How people vote; a quiz is a single choice of which one is right. */
export const KINDS = ['single', 'multiple', 'ranked', 'quiz'] as const;
export type Kind = (typeof KINDS)[number];

/** The state of the create form. */
export interface PollDraft {
  question: string;
  options: string[];
  kind: Kind;
  /** Options that a voter chooses, at least and at most; `most` null for no limit. Only of `multiple`. */
  least: number;
  most: number | null;
  /** Index of the right option of a quiz, null before one is marked, and why it is right. */
  answer: number | null;
  explanation: string;
  sealed: boolean;
  shuffled: boolean;
  /** Who can see it and vote. */
  visibility: Visibility;
  duration: Duration;
  showResults: boolean;
  /** The options have pictures, which are kept beside the draft, and what they show, by the option's index. */
  pictures: boolean;
  optionAlts: string[];
  /** Describes the media, which is kept beside the draft (`draft-media.ts`). */
  mediaAlt: string;
}

const KEY = 'inkling_poll_draft';

export const emptyDraft = (): PollDraft => ({
  question: '',
  options: ['', ''],
  kind: 'single',
  least: 1,
  most: null,
  answer: null,
  explanation: '',
  sealed: false,
  shuffled: false,
  visibility: 'public',
  duration: { kind: 'none' },
  showResults: false,
  pictures: false,
  optionAlts: [],
  mediaAlt: '',
});

/** Whether there is anything worth keeping. */
export const hasContent = (draft: PollDraft): boolean =>
  draft.question.trim() !== '' || draft.options.some((option) => option.trim() !== '');

/** The options to publish. */
export const filledOptions = (draft: PollDraft): string[] =>
  draft.options.map((option) => option.trim()).filter((option) => !isBlank(option));

/** The indexes of the options to publish. */
export const filledPlaces = ({ options }: PollDraft): number[] =>
  options.flatMap((option, index) => (isBlank(option) ? [] : [index]));

/** The limits of choices among the options that will be published, which may be fewer than the author had in mind. */
export function choiceLimits({ least, most, options }: PollDraft): { least: number; most: number; count: number } {
  const filled = options.filter((option) => !isBlank(option)).length;
  const count = Math.max(POLL_OPTIONS_MIN, filled);
  const highest = Math.max(2, Math.min(most ?? count, count));
  return { least: Math.min(least, highest, count - 1), most: highest, count };
}

/** The place of the right answer among the options to publish; undefined for no quiz, or while none is marked. */
export function publishedAnswer({ kind, answer, options }: PollDraft): number | undefined {
  if (kind !== 'quiz' || answer === null || isBlank(options[answer] ?? '')) return undefined;
  return options.slice(0, answer).filter((option) => !isBlank(option)).length;
}

/** A local day in `YYYY-MM-DD`. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** A day as the local date at midnight; invalid text gives an invalid date. */
export const dateOf = (day: string): Date => {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year ?? Number.NaN, (month ?? Number.NaN) - 1, date ?? Number.NaN);
};

const plusDays = (now: Date, days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);

/** The earliest day that may be chosen: tomorrow. */
export const earliestDay = (now = new Date(serverNow())): Date => plusDays(now, 1);

/** The day on which the poll ends, null without an end. */
export function endDay(duration: Duration, now = new Date(serverNow())): Date | null {
  if (duration.kind === 'none') return null;
  if (duration.kind === 'date') return dateOf(duration.day);
  return plusDays(now, duration.kind === 'day' ? 1 : 7);
}

/** ISO instant of the end of that day in the author's time zone; null without an end. */
export function endInstant(duration: Duration, now = new Date(serverNow())): string | null {
  const day = endDay(duration, now);
  if (!day || Number.isNaN(day.getTime())) return null;
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), 23, 59, 59, 999).toISOString();
}

interface Kept {
  userId: number;
  savedAt: number;
  draft: PollDraft;
  /** It had a picture or a clip. */
  media?: boolean;
}

const keptNow = (): Kept | null => JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;

const isOneOf = (value: unknown, types: readonly string[]) => types.includes(value === null ? 'null' : typeof value);

/** Fields that drafts kept by earlier versions lack. */
const hasLaterFields = (draft: Partial<PollDraft>): boolean =>
  isOneOf(draft.mediaAlt, ['string', 'undefined']) &&
  (draft.kind === undefined || KINDS.includes(draft.kind)) &&
  isOneOf(draft.least, ['number', 'undefined']) &&
  isOneOf(draft.most, ['number', 'null', 'undefined']) &&
  isOneOf(draft.answer, ['number', 'null', 'undefined']) &&
  isOneOf(draft.explanation, ['string', 'undefined']) &&
  isOneOf(draft.sealed, ['boolean', 'undefined']) &&
  isOneOf(draft.shuffled, ['boolean', 'undefined']) &&
  (draft.visibility === undefined || VISIBILITIES.includes(draft.visibility)) &&
  isOneOf(draft.pictures, ['boolean', 'undefined']) &&
  (draft.optionAlts === undefined ||
    (Array.isArray(draft.optionAlts) && draft.optionAlts.every((alt) => typeof alt === 'string')));

function isDraft(value: unknown): value is PollDraft {
  const draft = value as Partial<PollDraft> | null;
  return (
    typeof draft?.question === 'string' &&
    Array.isArray(draft.options) &&
    draft.options.length >= POLL_OPTIONS_MIN &&
    draft.options.length <= POLL_OPTIONS_MAX &&
    draft.options.every((option) => typeof option === 'string') &&
    typeof draft.showResults === 'boolean' &&
    hasLaterFields(draft) &&
    ['none', 'day', 'week', 'date'].includes((draft.duration as Duration | undefined)?.kind ?? '')
  );
}

export interface Recovered {
  draft: PollDraft;
  /** Milliseconds since the epoch. */
  savedAt: number;
  /** It had a picture or a clip. */
  media: boolean;
}

/**
 * The draft that this user left on this browser, with the time at which it was left; null when there is none. An end
 * day that has passed meanwhile is dropped.
 */
export function recoverDraft(userId: number, now = new Date(serverNow())): Recovered | null {
  try {
    const kept = keptNow();
    if (kept?.userId !== userId || !isDraft(kept.draft) || !hasContent(kept.draft)) return null;
    const { duration } = kept.draft;
    const passed = duration.kind === 'date' && !(dateOf(duration.day) >= earliestDay(now));
    const draft = { ...emptyDraft(), ...kept.draft };
    return {
      savedAt: Number(kept.savedAt) || Date.now(),
      media: kept.media === true,
      draft: passed ? { ...draft, duration: { kind: 'none' } } : draft,
    };
  } catch {
    return null;
  }
}

/** Keeps a draft, or forgets this user's draft when it is empty. `media`: it has a picture or a clip. */
export function keepDraft(userId: number, draft: PollDraft, now = Date.now(), media = false): void {
  try {
    if (hasContent(draft))
      localStorage.setItem(KEY, JSON.stringify({ userId, savedAt: now, draft, media } satisfies Kept));
    else if (keptNow()?.userId === userId) localStorage.removeItem(KEY);
  } catch {
    // Private windows can refuse storage; then there is no recovery.
  }
}

/**
 * Forgets the draft: it has been published or discarded.
 * @param published forget only this one; another draft begun meanwhile stays
 * @returns whether no draft is left
 */
export function forgetDraft(published?: PollDraft): boolean {
  try {
    if (published && JSON.stringify(keptNow()?.draft) !== JSON.stringify(published)) return false;
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
  return true;
}
