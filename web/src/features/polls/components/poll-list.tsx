import { memo, startTransition, useEffect, useState, type ReactNode } from 'react';
import type { Poll } from '@inkling/contracts';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { LoadMore } from '../../../components/ui/load-more';
import { t } from '../../../lib/i18n';
import { pollsOf, type PollPages } from '../api/poll-list';
import { useCardKeys } from '../keys';
import { PollCard } from './poll-card';
import { PollSkeletons } from './poll-skeleton';
import { isMeasured, PollSlot } from './poll-slot';
import './poll-list.css';

/** Cards of a list's first frame: more than a screen holds. */
const FIRST = 4;

interface PollListProps {
  query: UseInfiniteQueryResult<PollPages>;
  /** Instead of the list when it has nothing. */
  empty: ReactNode;
  /** Instead of the list when its first page could not be read. */
  failed: ReactNode;
}

/** A poll in the list. A live count changes one poll, and only its place is rendered again. */
const Place = memo(({ poll }: { poll: Poll }) => (
  <PollSlot pollId={poll.id}>
    <PollCard poll={poll} />
  </PollSlot>
));

/** Whether to show the whole list: at once where its places are known, as on coming back; else after a first frame with the cards on the screen. */
function useWhole(polls: readonly Poll[]): boolean {
  const last = polls.at(-1);
  const [whole, setWhole] = useState(last !== undefined && isMeasured(last.id));
  const there = last !== undefined;
  useEffect(() => {
    if (there) startTransition(() => setWhole(true));
  }, [there]);
  return whole || polls.length <= FIRST;
}

/** Cards with endless scrolling, of which only those near the screen are in the page. */
export function PollList({ query, empty, failed }: PollListProps) {
  const { data, isPending, isError } = query;
  const polls = pollsOf(data);
  const whole = useWhole(polls);
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
        {(whole ? polls : polls.slice(0, FIRST)).map((poll) => (
          <Place key={poll.id} poll={poll} />
        ))}
      </div>
      {whole && <LoadMore query={query} />}
    </>
  );
}
