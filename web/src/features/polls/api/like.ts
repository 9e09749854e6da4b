import { useQueryClient, type MutationOptions, type QueryClient } from '@tanstack/react-query';
import type { LikeState, Poll } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { tellLimit } from '../../../lib/limits/limit';
import { toast } from '../../../lib/toast';
import { pollStore, startMutation } from '../cache/poll-store';
import '../../../lib/i18n/poll-strings';

interface Like {
  poll: Poll;
  value: boolean;
  token: number;
}

const liking = (client: QueryClient, pollId: number): MutationOptions<LikeState, unknown, Like> => ({
  networkMode: 'always',
  // Presses in quick succession reach the server in order.
  scope: { id: `like-${pollId}` },
  mutationFn: ({ poll, value }) =>
    value ? call(routes.like, { body: { pollId: poll.id } }) : call(routes.unlike, { params: { pollId: poll.id } }),
  onSuccess: (answer, { poll, token }) =>
    pollStore(client).settle(poll.id, token, (truth) => ({
      ...truth,
      userLiked: answer.userLiked,
      likesCount: answer.likesCount,
    })),
  onError: (error, { poll, token }) => {
    pollStore(client).settle(poll.id, token);
    if (tellLimit(error)) return;
    toast({ title: t('polls.error'), description: t('polls.likeFailedText'), variant: 'destructive' });
  },
});

/** Likes a poll or withdraws the like: the count changes at once, and is restored when the server refuses. */
export function useLike(pollId: number) {
  const client = useQueryClient();
  return {
    toggle: (poll: Poll): void => {
      const value = !poll.userLiked;
      startMutation(client, liking(client, pollId), { poll, value, token: pollStore(client).beginLike(poll, value) });
    },
  };
}
