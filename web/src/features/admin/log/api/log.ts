import { useInfiniteQuery } from '@tanstack/react-query';
import { call, routes } from '../../../../lib/api';

/** Filters by who decided and by the person concerned; undefined for everybody. */
export interface LogFilter {
  moderator?: number;
  person?: number;
}

const LOG = [routes.adminLog] as const;

/** The log, the latest first. */
export const useLog = ({ moderator, person }: LogFilter) =>
  useInfiniteQuery({
    queryKey: [...LOG, moderator, person],
    queryFn: ({ signal, pageParam }) =>
      call(routes.adminLog, {
        query: {
          ...(pageParam === null ? {} : { cursor: pageParam }),
          ...(moderator === undefined ? {} : { moderator }),
          ...(person === undefined ? {} : { person }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
