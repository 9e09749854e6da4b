import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { FollowUser } from '@inkling/contracts';
import { call, callPage, type ListPage, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';

const ROUTES = { followers: routes.followers, following: routes.following };
export type FollowList = keyof typeof ROUTES;
type FollowPages = InfiniteData<ListPage<FollowUser>>;

const followListKey = (userId: number, list: FollowList) => ['follows', list, userId] as const;

/** `GET /api/users/{id}/followers` or `/following`, the latest first, page by page. */
export function useFollowList(userId: number, list: FollowList) {
  return useInfiniteQuery({
    queryKey: followListKey(userId, list),
    queryFn: ({ pageParam, signal }) =>
      callPage(ROUTES[list], { params: { id: userId }, query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: userId > 0,
    staleTime: 0,
  });
}

/** The people of the pages, each once. */
export function peopleOf(data: FollowPages | undefined): FollowUser[] {
  return [...new Map(data?.pages.flatMap(({ items }) => items).map((user) => [user.id, user])).values()];
}

/**
 * `DELETE /api/follows/remove-follower/{userId}`: removed from the user's own list at once, restored when the server
 * refuses.
 */
export function useRemoveFollower(myId: number) {
  const client = useQueryClient();
  const queryKey = followListKey(myId, 'followers');
  return useMutation({
    networkMode: 'always',
    mutationFn: (userId: number) => call(routes.removeFollower, { params: { userId } }),
    onMutate: async (userId) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<FollowPages>(queryKey);
      client.setQueryData<FollowPages>(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== userId) })),
          },
      );
      return { before };
    },
    onSuccess: (_answer, userId) => {
      toast({ title: t('follows.removed') });
      for (const id of [myId, 'me', userId] as const) void client.invalidateQueries({ queryKey: ['users', id] });
    },
    onError: (error, _userId, context) => {
      client.setQueryData(queryKey, context?.before);
      const message = messageOf(error, t('session.tryAgain'));
      toast({ title: t('follows.error'), description: t('follows.removeFailed', { message }), variant: 'destructive' });
      void client.invalidateQueries({ queryKey });
    },
  });
}
