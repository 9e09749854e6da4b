import type { ReactNode } from 'react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { LoadMore } from '../../../components/ui/load-more';
import { t } from '../../../lib/i18n';
import { pollsOf, type PollPages } from '../api/poll-list';
import { useCardKeys } from '../keys';
import { PollCard } from './poll-card';
import { PollSkeletons } from './poll-skeleton';
import { PollSlot } from './poll-slot';
import './poll-list.css';

interface PollListProps {
  query: UseInfiniteQueryResult<PollPages>;
  /** Instead of the list when it has nothing. */
  empty: ReactNode;
  /** Instead of the list when its first page could not be read. */
  failed: ReactNode;
}

/** Cards with endless scrolling, of which only those near the screen are in the page. */
export function PollList({ query, empty, failed }: PollListProps) {
  const { data, isPending, isError } = query;
  const polls = pollsOf(data);
  useCardKeys();

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
          <PollSlot key={poll.id} pollId={poll.id}>
            <PollCard poll={poll} />
          </PollSlot>
        ))}
      </div>
      <LoadMore query={query} />
    </>
  );
}
