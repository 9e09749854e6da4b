import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { Comment } from '@inkling/contracts';
import { callPage, type ListPage, routes } from '../../../lib/api';

/** A comment on screen; `pending` until the server has it, with an id below 0. */
export interface ShownComment extends Comment {
  pending?: true;
}
export type CommentPages = InfiniteData<ListPage<ShownComment>>;

export const commentsKey = (pollId: number) => ['comments', pollId] as const;

/** `GET /api/polls/{id}/comments`, the latest first, page by page. */
export function useCommentList(pollId: number) {
  return useInfiniteQuery({
    queryKey: commentsKey(pollId),
    queryFn: ({ pageParam, signal }): Promise<ListPage<ShownComment>> =>
      callPage(routes.comments, { params: { id: pollId }, query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: pollId > 0,
    staleTime: 10_000,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 1,
  });
}
