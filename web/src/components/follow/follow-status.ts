import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, messageOf, routes } from '../../lib/api';
import { t } from '../../lib/i18n';
import { tellLimit } from '../../lib/limits/limit';
import { toast } from '../../lib/toast';
import './strings';

/** Milliseconds until a failed read is repeated. */
const ASK_AGAIN_MS = 10_000;

/** Cache key of whether the viewer follows someone. */
export const followKey = (userId: number) => ['/api/users/follow-status', userId] as const;

/**
 * Whether the viewer follows someone; undefined until known. `known` comes from a list, which saves each row a request.
 */
export function useFollowStatus(userId: number, known?: boolean) {
  return useQuery({
    queryKey: followKey(userId),
    queryFn: ({ signal }) => call(routes.followStatus, { params: { id: userId }, signal }),
    initialData: known,
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AGAIN_MS : false),
  });
}

/** Follows (true) or unfollows (false) someone; updates every button of that person and both users' counts. */
export function useFollow(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (follow: boolean) =>
      follow ? call(routes.follow, { body: { followingId: userId } }) : call(routes.unfollow, { params: { userId } }),
    onSuccess: async ({ following }, follow) => {
      await client.cancelQueries({ queryKey: followKey(userId) });
      client.setQueryData<boolean>(followKey(userId), following);
      void client.invalidateQueries({ queryKey: ['users', userId] });
      void client.invalidateQueries({ queryKey: ['users', 'me'] });
      toast({ title: t(follow ? 'follow.followed' : 'follow.unfollowed') });
    },
    onError: (error, follow) => {
      const message = messageOf(error, t('session.tryAgain'));
      if (!tellLimit(error))
        toast({
          title: t('follow.error'),
          description: t(follow ? 'follow.followFailed' : 'follow.unfollowFailed', { message }),
          variant: 'destructive',
        });
      void client.invalidateQueries({ queryKey: followKey(userId) });
    },
  });
}
