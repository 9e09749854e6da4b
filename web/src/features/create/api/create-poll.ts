import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { PollPage } from '@inkling/contracts';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { serverNow } from '../../../lib/server-clock';
import { ME } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import { pollKeys } from '../../polls/cache/poll-keys';
import { forgetDraftMedia } from '../draft-media';
import { endInstant, filledOptions, forgetDraft, keepDraft, recoverDraft, type PollDraft } from '../poll-draft';
import '../strings';

/** Marks a poll that is being published; that goes on when the page of the form is left. */
export const PUBLISHING = ['publish-poll'] as const;

/** What is published: the draft, and its picture or video when there is one. */
export interface Publication {
  /** Whose draft it is. */
  userId: number;
  draft: PollDraft;
  media: File | null;
  /** Hears how much has been sent, 0 to 1. */
  onProgress?: (sent: number) => void;
  /** Stops the sending. */
  signal?: AbortSignal;
}

/**
 * The multipart body of `POST /api/polls` (spec 7); `endDate` only when the poll has an end, `media` only with a file.
 */
export function pollForm(draft: PollDraft, media: File | null = null, now = new Date(serverNow())): FormData {
  const form = new FormData();
  form.set('question', draft.question.trim());
  form.set('options', JSON.stringify(filledOptions(draft)));
  const endDate = endInstant(draft.duration, now);
  if (endDate !== null) form.set('endDate', endDate);
  form.set('visibility', 'public');
  form.set('showResultsBeforeVoting', String(draft.showResults));
  if (media && draft.mediaAlt.trim() !== '') form.set('mediaAlt', draft.mediaAlt.trim());
  // Last, so that the server knows the rest before the large part comes.
  if (media) form.set('media', media);
  return form;
}

/** A fault of the server says nothing that helps; the page's own sentence says what to do. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiFailure && error.code === 'internal'
    ? t('create.failedText')
    : messageOf(error, t('create.failedText'));

/**
 * Publishes a poll; it stands first in the feed and in one's own list at once. What comes of it is said, and the draft
 * forgotten or kept, wherever the person has gone meanwhile.
 */
export function useCreatePoll() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: PUBLISHING,
    networkMode: 'always',
    mutationFn: ({ draft, media, onProgress, signal }: Publication) =>
      call(routes.createPoll, { body: pollForm(draft, media), signal, onProgress: media ? onProgress : undefined }),
    onSuccess: (poll, { draft }) => {
      if (forgetDraft(draft)) void forgetDraftMedia();
      toast({ title: t('create.created'), description: t('create.createdText') });
      for (const queryKey of [pollKeys.feed, pollKeys.list('me', 'created'), pollKeys.list(poll.userId, 'created')]) {
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
      // The form may have been opened anew, and left empty.
      if (!recoverDraft(userId)) keepDraft(userId, draft, Date.now(), media !== null);
      toast({ title: t('create.error'), description: reasonOf(error), variant: 'destructive' });
    },
  });
}
