import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callOrNull, routes } from '../../../lib/api';
import { useSession } from '../../../lib/session';
import { pollKeys } from '../../polls/cache/query-keys';
import { pollListOptions, usePollList } from '../../polls/api/poll-list';
import type { ReadPage } from '../../polls/api/read-poll';

/** Milliseconds: how long the feed is fresh, and how often an empty one is read again. */
export const FEED_STALE = 10_000;
const EMPTY_REFETCH = 5_000;
/** 'Failed to fetch polls' appears after three more tries, one second apart. */
const RETRIES = 3;

/** Milliseconds after a sign-in until the feed is read once more: the new user's own data may come late. */
const REFETCH_AFTER_LOGIN = 500;

const LIST = { staleTime: FEED_STALE, refetchWhileEmpty: EMPTY_REFETCH, retries: RETRIES };

/** `GET /api/polls`, one page. */
export const readFeedPage: ReadPage = (query, signal) => callOrNull(routes.feed, { query, signal });

/** Reads the first page before anything shows it. Settles when it has been read or could not be. */
export const readFeed = (client: QueryClient): Promise<void> =>
  client.prefetchInfiniteQuery(pollListOptions(client, pollKeys.feed, readFeedPage, LIST));

/** `GET /api/polls`: the feed, newest first, page by page. */
export function useFeed() {
  const client = useQueryClient();
  const { signedInAt } = useSession();
  useEffect(() => {
    if (signedInAt === null) return undefined;
    const wait = signedInAt + REFETCH_AFTER_LOGIN - Date.now();
    if (wait < 0) return undefined;
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: pollKeys.feed }), wait);
    return () => clearTimeout(timer);
  }, [client, signedInAt]);
  return usePollList(pollKeys.feed, readFeedPage, LIST);
}
