import { useEffect, type ReactNode } from 'react';
import { useInView } from 'react-intersection-observer';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { pollsOf, type PollPages } from '../api/poll-list';
import { useCardKeys } from '../keys';
import { PollCard } from './poll-card';
import { PollSkeletons } from './poll-skeleton';
import './poll-list.css';

/** Distance from the end of the list at which the next page is read (spec 9). */
const MARGIN = '100px';

interface PollListProps {
  query: UseInfiniteQueryResult<PollPages>;
  /** Instead of the list when it has nothing. */
  empty: ReactNode;
  /** Instead of the list when its first page could not be read. */
  failed: ReactNode;
}

/** Cards with endless scrolling; the button does the same for those who get there without scrolling. */
export function PollList({ query, empty, failed }: PollListProps) {
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const { ref, inView } = useInView({ rootMargin: MARGIN });
  const polls = pollsOf(data);
  useCardKeys();

  useEffect(() => {
    // After a failure the next try is the button's.
    if (inView && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [inView, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  if (isPending)
    return (
      <div className="stack bleed" role="status" aria-label={t('polls.loadingPolls')}>
        <PollSkeletons />
      </div>
    );
  if (isError && polls.length === 0) return failed;
  if (polls.length === 0) return empty;
  return (
    <>
      <div className="stack bleed">
        {polls.map((poll) => (
          <PollCard key={poll.id} poll={poll} />
        ))}
      </div>
      {hasNextPage && (
        <p ref={ref} className="load-more">
          <Button variant="line" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? t('polls.loadingMore') : t('polls.loadMore')}
          </Button>
        </p>
      )}
    </>
  );
}
