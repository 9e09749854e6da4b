import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Comment, Poll, User } from '@inkling/contracts';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { tellLimit } from '../../../lib/limits/limit';
import { toast } from '../../../lib/toast';
import { pollStore } from '../../polls/cache/poll-store';
import { announce } from '../../../lib/announcer';
import { commentAnswered, commentSent } from '../comment-draft';
import { settled, withComment, withoutComment } from '../comment-pages';
import { commentsKey, type CommentPages, type ShownComment } from './comment-list';

interface Adding {
  comment: ShownComment;
  token: number;
  /** A read of the list was cancelled for this. */
  stopped: boolean;
}

let lastPending = 0;

/**
 * Adds a comment: shown and counted at once, removed when the server refuses.
 * @param onFailed gets the text that was not saved
 */
export function useAddComment(poll: Poll, user: User | null, onFailed: (content: string) => void) {
  const client = useQueryClient();
  const key = commentsKey(poll.id);
  const change = (update: (data: CommentPages | undefined) => CommentPages | undefined) =>
    client.setQueryData<CommentPages>(key, update);

  const { mutate, error } = useMutation<Comment, unknown, Adding>({
    networkMode: 'always',
    // Comments in quick succession keep their order.
    scope: { id: `comment-${poll.id}` },
    mutationFn: ({ comment }) => call(routes.addComment, { body: { pollId: poll.id, content: comment.content } }),
    onSuccess: (comment, { comment: { id, userId, content }, token }) => {
      commentAnswered(poll.id, userId, content, true);
      pollStore(client).settleComment(poll.id, token, true);
      change((data) => settled(data, comment, id));
      announce(t('comments.added'));
    },
    onError: (error, { comment, token }) => {
      commentAnswered(poll.id, comment.userId, comment.content, false);
      pollStore(client).settleComment(poll.id, token, false);
      change((data) => withoutComment(data, comment.id));
      const limited = tellLimit(error);
      const failure = error instanceof ApiFailure ? error : null;
      const told = failure?.status === 429 || failure?.status === 400;
      if (!limited)
        toast({
          title: t('comments.error'),
          description: told ? messageOf(error, t('comments.addFailed')) : t('comments.addFailed'),
          variant: 'destructive',
        });
      if (failure?.status === 404) pollStore(client).remove(poll.id);
      onFailed(comment.content);
    },
    onSettled: (_comment, _error, { stopped }) => {
      if (stopped) void client.invalidateQueries({ queryKey: key });
    },
  });

  return {
    /** Why the last comment was refused. */
    error,
    /** @param content trimmed, not empty */
    add: async (content: string): Promise<void> => {
      if (!user) return;
      commentSent(poll.id, user.id, content);
      // An answer to an earlier read would replace the list without this comment.
      const stopped = client.isFetching({ queryKey: key }) > 0;
      await client.cancelQueries({ queryKey: key });
      const author = { id: user.id, name: user.name, username: user.username, profilePicture: user.profilePicture };
      const comment: ShownComment = {
        id: --lastPending,
        pollId: poll.id,
        userId: user.id,
        content,
        createdAt: new Date().toISOString(),
        user: author,
        pending: true,
      };
      change((data) => withComment(data, comment));
      mutate({ comment, token: pollStore(client).beginComment(poll, 1), stopped });
    },
  };
}
