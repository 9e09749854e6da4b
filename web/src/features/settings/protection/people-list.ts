import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { Author } from '@inkling/contracts';
import { callPage, type ListPage, routes } from '../../../lib/api';

const ROUTES = { blocked: routes.blocks, muted: routes.mutes };
export type PeopleKind = keyof typeof ROUTES;

/** The people whom the viewer has blocked or muted, the latest first, page by page. */
export const usePeopleList = (kind: PeopleKind) =>
  useInfiniteQuery({
    queryKey: [ROUTES[kind]],
    queryFn: ({ pageParam, signal }): Promise<ListPage<Author>> =>
      callPage(ROUTES[kind], { query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

/** The people of the pages, each once. */
export const peopleOf = (data: InfiniteData<ListPage<Author>> | undefined): Author[] => [
  ...new Map(data?.pages.flatMap(({ items }) => items).map((person) => [person.id, person])).values(),
];
