import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Poll } from '@inkling/contracts';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';
import { pollStore } from '../../polls/cache/poll-store';
import { announce } from '../../../lib/announcer';
import { withoutComment } from '../comment-pages';
import { commentsKey, type CommentPages } from './comment-list';

interface Deleting {
  before: CommentPages | undefined;
  token: number;
}

/** Deletes the user's own comment: removed and no longer counted at once, restored when the server refuses. */
export function useDeleteComment(poll: Poll) {
  const client = useQueryClient();
  const key = commentsKey(poll.id);
  return useMutation<null, unknown, number, Deleting>({
    networkMode: 'always',
    mutationFn: (id) => call(routes.deleteComment, { params: { id } }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<CommentPages>(key);
      client.setQueryData<CommentPages>(key, (data) => withoutComment(data, id));
      return { before, token: pollStore(client).beginComment(poll, -1) };
    },
    onSuccess: (_answer, _id, { token }) => {
      pollStore(client).settleComment(poll.id, token, true);
      announce(t('comments.deleted'));
    },
    onError: (error, _id, context) => {
      const gone = error instanceof ApiFailure && error.status === 404;
      if (context) pollStore(client).settleComment(poll.id, context.token, gone);
      // Already deleted, for example in another tab.
      if (gone) return;
      toast({
        title: t('comments.error'),
        description: messageOf(error, t('comments.deleteFailed')),
        variant: 'destructive',
      });
      client.setQueryData<CommentPages>(key, context?.before);
      void client.invalidateQueries({ queryKey: key });
    },
  });
}
