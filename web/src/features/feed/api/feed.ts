import { pollKeys } from '../../polls/cache/poll-keys';
import { usePollList } from '../../polls/api/poll-list';

/** Milliseconds (spec 9): how long the feed is fresh, and how often an empty one is read again. */
export const FEED_STALE = 10_000;
const EMPTY_REFETCH = 5_000;
/** 'Failed to fetch polls' comes after three more tries, one second apart (spec 8). */
const RETRIES = 3;

/** `GET /api/polls`: the feed, newest first, page by page. */
export const useFeed = () =>
  usePollList(pollKeys.feed, '/api/polls', { staleTime: FEED_STALE, refetchWhileEmpty: EMPTY_REFETCH, retries: RETRIES });
