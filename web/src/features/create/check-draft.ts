import {
  MEDIA_MAX_BYTES,
  OPTION_MAX,
  POLL_OPTIONS_MIN,
  QUESTION_MAX,
  QUIZ_EXPLANATION_MAX,
} from '@inkling/contracts/constants';
import { asRead, isBlank, oneLine } from '@inkling/contracts/text';
import { t } from '../../lib/i18n';
import { serverNow } from '../../lib/server-clock';
import { earliestDay, endDay, filledOptions, filledPlaces, publishedAnswer, type PollDraft } from './poll-draft';
import './strings';

/** What is wrong with a draft, by field; valid fields are absent. */
export interface DraftProblems {
  question?: string;
  /** By the option's index. */
  options: (string | undefined)[];
  duration?: string;
  /** No right answer of a quiz is marked. */
  answer?: string;
  explanation?: string;
  /** Of the pictures of options, by the option's index. */
  pictures: (string | undefined)[];
  /** All files together are too large. */
  files?: string;
}

/** The files chosen beside a draft: its media, and the pictures of its options by the option's index. */
export interface DraftFiles {
  media: Pick<File, 'size'> | null;
  pictures: readonly (Pick<File, 'size'> | null)[];
}

function problemOf(text: string, max: number, empty: string | undefined): string | undefined {
  if (isBlank(text)) return empty;
  const { length } = oneLine(text).trim();
  return length > max ? t('create.tooLong', { count: length - max }) : undefined;
}

/** Where options have pictures, each that is filled needs one, and what it shows. */
function pictureProblems(draft: PollDraft, pictures: DraftFiles['pictures']): (string | undefined)[] {
  if (!draft.pictures) return [];
  return draft.options.map((option, index) => {
    if (isBlank(option)) return undefined;
    if (!pictures[index]) return t('create.pictureMissing', { number: index + 1 });
    return isBlank(draft.optionAlts[index] ?? '') ? t('create.pictureAltMissing', { number: index + 1 }) : undefined;
  });
}

function filesProblem(draft: PollDraft, { media, pictures }: DraftFiles): string | undefined {
  const sent = [media, ...(draft.pictures ? filledPlaces(draft).map((place) => pictures[place]) : [])];
  const bytes = sent.reduce((sum, file) => sum + (file?.size ?? 0), 0);
  return bytes > MEDIA_MAX_BYTES ? t('create.filesLarge') : undefined;
}

/**
 * Checks a draft; the server checks again. Empty options are left out on publishing, so they are a problem only while
 * fewer than two are filled, and then only the first one.
 */
export function checkDraft(
  draft: PollDraft,
  now = new Date(serverNow()),
  files: DraftFiles = { media: null, pictures: [] },
): DraftProblems {
  const seen = new Set<string>();
  let lacking = POLL_OPTIONS_MIN - filledOptions(draft).length;
  const options = draft.options.map((option) => {
    if (isBlank(option)) return lacking-- > 0 ? t('create.optionEmpty') : undefined;
    const problem = problemOf(option, OPTION_MAX, undefined);
    if (problem) return problem;
    const key = asRead(oneLine(option).trim());
    if (seen.has(key)) return t('create.optionsDiffer');
    seen.add(key);
    return undefined;
  });
  const day = endDay(draft.duration, now);
  return {
    question: problemOf(draft.question, QUESTION_MAX, t('create.questionEmpty')),
    options,
    duration: day && !(day >= earliestDay(now)) ? t('create.dayPassed') : undefined,
    answer: draft.kind === 'quiz' && publishedAnswer(draft) === undefined ? t('create.answerMissing') : undefined,
    explanation:
      draft.kind === 'quiz' && draft.explanation.trim().length > QUIZ_EXPLANATION_MAX
        ? t('create.tooLong', { count: draft.explanation.trim().length - QUIZ_EXPLANATION_MAX })
        : undefined,
    pictures: pictureProblems(draft, files.pictures),
    files: filesProblem(draft, files),
  };
}

/** Whether a draft can be published. */
export const isSound = ({ options, pictures, ...others }: DraftProblems): boolean =>
  [...options, ...pictures, ...Object.values(others)].every((problem) => problem === undefined);
