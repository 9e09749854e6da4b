import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { Poll, PollPage } from '@inkling/contracts';
import { api } from '../../../lib/api';
import { ME } from '../../../lib/session';
import { pollKeys } from '../../polls/cache/poll-keys';
import { endInstant, type PollDraft } from '../poll-draft';

/** What is published: the draft, and its picture or video when there is one. */
export interface Publication {
  draft: PollDraft;
  media: File | null;
  /** Hears how much has been sent, 0 to 1. */
  onProgress?: (sent: number) => void;
  /** Stops the sending. */
  signal?: AbortSignal;
}

/** The multipart body of `POST /api/polls` (spec 7); `endDate` only when the poll has an end, `media` only with a file. */
export function pollForm(draft: PollDraft, media: File | null = null, now = new Date()): FormData {
  const form = new FormData();
  form.set('question', draft.question.trim());
  form.set('options', JSON.stringify(draft.options.map((option) => option.trim())));
  const endDate = endInstant(draft.duration, now);
  if (endDate !== null) form.set('endDate', endDate);
  form.set('visibility', 'public');
  form.set('showResultsBeforeVoting', String(draft.showResults));
  if (media && draft.mediaAlt.trim() !== '') form.set('mediaAlt', draft.mediaAlt.trim());
  // Last, so that the server knows the rest before the large part comes.
  if (media) form.set('media', media);
  return form;
}

/** Publishes a poll; it stands first in the feed and in one's own list at once. */
export function useCreatePoll() {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ draft, media, onProgress, signal }: Publication) =>
      api.form<Poll>('/api/polls', pollForm(draft, media), media ? { onProgress, signal } : { signal }),
    onSuccess: (poll) => {
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
  });
}
