import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { PollPage } from '@inkling/contracts';
import { OPTION_IMAGE_FIELDS } from '@inkling/contracts/constants';
import { wholePoll } from '@inkling/contracts/ordinary-poll';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { tellLimit } from '../../../lib/limits/limit';
import { serverNow } from '../../../lib/server-clock';
import { SERVER_CONFIG } from '../../../lib/server-config';
import { ME } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import { pollKeys } from '../../polls/cache/query-keys';
import { forgetDraftMedia, forgetOptionPictures } from '../draft-media';
import {
  choiceLimits,
  endInstant,
  filledOptions,
  filledPlaces,
  forgetDraft,
  keepDraft,
  publishedAnswer,
  recoverDraft,
  type PollDraft,
} from '../poll-draft';
import '../strings';

/** Marks a poll that is being published; publishing continues after the form is left. */
export const PUBLISHING = ['publish-poll'] as const;

/** A poll to publish: the draft, and its picture or video when there is one. */
export interface Publication {
  /** The draft's author. */
  userId: number;
  draft: PollDraft;
  media: File | null;
  /** Pictures of the options, by the option's index in the draft. */
  optionPictures: readonly (File | null)[];
  /** Called with the share that has been sent, 0 to 1. */
  onProgress?: (sent: number) => void;
  /** Cancels the upload. */
  signal?: AbortSignal;
}

/** What makes a poll more than a single choice. */
function addBallot(form: FormData, draft: PollDraft): void {
  const { kind, sealed, shuffled, explanation } = draft;
  if (kind === 'multiple' || kind === 'ranked') form.set('method', kind);
  if (kind === 'multiple') {
    const { least, most } = choiceLimits(draft);
    form.set('minChoices', String(least));
    form.set('maxChoices', String(most));
  }
  const answer = publishedAnswer(draft);
  if (answer !== undefined) form.set('quizAnswer', String(answer));
  if (answer !== undefined && explanation.trim() !== '') form.set('quizExplanation', explanation.trim());
  if (sealed) form.set('sealed', 'true');
  if (shuffled) form.set('shuffled', 'true');
}

/** The pictures of the options to publish. */
function addPictures(form: FormData, draft: PollDraft, pictures: readonly (File | null)[]): void {
  if (!draft.pictures) return;
  filledPlaces(draft).forEach((place, index) => {
    const file = pictures[place];
    if (file) form.set(OPTION_IMAGE_FIELDS[index]!, file);
  });
}

/** The multipart body of `POST /api/polls`; `endDate` only when the poll has an end, `media` only with a file. */
export function pollForm(
  draft: PollDraft,
  media: File | null = null,
  now = new Date(serverNow()),
  optionPictures: readonly (File | null)[] = [],
): FormData {
  const form = new FormData();
  form.set('question', draft.question.trim());
  form.set('options', JSON.stringify(filledOptions(draft)));
  const endDate = endInstant(draft.duration, now);
  if (endDate !== null) form.set('endDate', endDate);
  form.set('visibility', draft.visibility);
  form.set('showResultsBeforeVoting', String(draft.showResults && draft.kind !== 'quiz'));
  addBallot(form, draft);
  if (media && draft.mediaAlt.trim() !== '') form.set('mediaAlt', draft.mediaAlt.trim());
  if (draft.pictures)
    form.set('optionAlts', JSON.stringify(filledPlaces(draft).map((place) => draft.optionAlts[place]?.trim() ?? '')));
  // Last, so that the server knows the rest before the large parts arrive.
  if (media) form.set('media', media);
  addPictures(form, draft, optionPictures);
  return form;
}

/** The server's sentence for an internal error does not help; the page's own says what to do. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiFailure && error.code === 'internal'
    ? t('create.failedText')
    : messageOf(error, t('create.failedText'));

/**
 * Publishes a poll and puts it first in the feed, unless it is unlisted, and in the author's list. The outcome is
 * announced, and the draft forgotten or kept, on whichever page the author is then.
 */
export function useCreatePoll() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: PUBLISHING,
    networkMode: 'always',
    mutationFn: async ({ draft, media, optionPictures, onProgress, signal }: Publication) =>
      wholePoll(
        await call(routes.createPoll, {
          body: pollForm(draft, media, undefined, optionPictures),
          signal,
          onProgress: media || draft.pictures ? onProgress : undefined,
        }),
      ),
    onSuccess: (poll, { draft }) => {
      if (forgetDraft(draft)) {
        void forgetDraftMedia();
        void forgetOptionPictures();
      }
      toast({ title: t('create.created'), description: t('create.createdText') });
      const own = [pollKeys.list('me', 'created'), pollKeys.list(poll.userId, 'created')];
      for (const queryKey of poll.visibility === 'unlisted' ? own : [pollKeys.feed, ...own]) {
        client.setQueryData<InfiniteData<PollPage | null>>(queryKey, (data) => {
          const [first, ...rest] = data?.pages ?? [];
          if (!data || !first || first.polls.some((other) => other.id === poll.id)) return data;
          return { ...data, pages: [{ ...first, polls: [poll, ...first.polls] }, ...rest] };
        });
      }
      void client.invalidateQueries({ queryKey: ME });
      void client.invalidateQueries({ queryKey: ['users'] });
    },
    onError: (error, { userId, draft, media, signal }) => {
      if (signal?.aborted) return;
      // The form may have been opened again, and left empty.
      if (!recoverDraft(userId)) keepDraft(userId, draft, Date.now(), media !== null);
      // What the page knew of the rule, or of the account, is old.
      if (error instanceof ApiFailure && error.code.startsWith('ask-needs-'))
        for (const queryKey of [SERVER_CONFIG, ME]) void client.invalidateQueries({ queryKey });
      if (tellLimit(error)) return;
      toast({ title: t('create.error'), description: reasonOf(error), variant: 'destructive' });
    },
  });
}
