import { memo, startTransition, useEffect, useState, type ReactNode } from 'react';
import type { Poll } from '@inkling/contracts';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { LoadMore } from '../../../components/ui/load-more';
import { t, useLocale } from '../../../lib/i18n';
import { pagesOf, type PollPages } from '../api/poll-list';
import { useCardKeys } from '../card-shortcuts';
import { PollCard } from './poll-card';
import { PollSkeletons } from './poll-skeleton';
import { isMeasured, PollSlot } from './poll-slot';
import '../../../lib/i18n/poll-strings';
import styles from './poll-list.module.css';

/** Cards in a list's first frame: most of a phone's screen. */
const FIRST = 1;
/** Cards added per later frame: a phone would need longer than a frame for more. */
const STEP = 1;

interface PollListProps {
  query: UseInfiniteQueryResult<PollPages>;
  /** Replaces an empty list. */
  empty: ReactNode;
  /** Replaces the list when its first page could not be read. */
  failed: ReactNode;
}

/** A poll in the list. A live count changes one poll, and only its card is rendered again. */
const Place = memo(({ poll, first }: { poll: Poll; first: boolean }) => {
  // Re-render when the language changes: nothing above does.
  useLocale();
  return (
    <PollSlot poll={poll}>
      <PollCard poll={poll} first={first} />
    </PollSlot>
  );
});

/** The first `count` polls of a page. Unchanged pages are neither compared poll by poll nor laid out again. */
const Stretch = memo(({ polls, count, page }: { polls: readonly Poll[]; count: number; page: number }) => (
  <div className={styles.page}>
    {polls.slice(0, count).map((poll, index) => (
      <Place key={poll.id} poll={poll} first={page === 0 && index === 0} />
    ))}
  </div>
));

/**
 * How many polls to show: all at once where their heights are known, as after going back; otherwise more with each
 * frame.
 */
function useGrowth(total: number, last: Poll | undefined): number {
  const [shown, setShown] = useState(last !== undefined && isMeasured(last.id) ? total : FIRST);
  // A list that was cut, as by a refresh, grows again.
  const next = shown < total ? shown + STEP : Math.max(FIRST, total);
  useEffect(() => {
    if (next === shown) return undefined;
    const frame = requestAnimationFrame(() => startTransition(() => setShown(next)));
    return () => cancelAnimationFrame(frame);
  }, [next, shown]);
  return Math.min(shown, total);
}

/** How many polls of each page are among the first `shown` ones. */
function countsOf(pages: readonly (readonly Poll[])[], shown: number): number[] {
  let left = shown;
  return pages.map(({ length }) => {
    const count = Math.min(length, left);
    left -= count;
    return count;
  });
}

/** Cards with endless scrolling; only those near the screen are in the page. */
export function PollList({ query, empty, failed }: PollListProps) {
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const pages = pagesOf(data);
  const total = pages.reduce((sum, polls) => sum + polls.length, 0);
  const shown = useGrowth(total, pages.at(-1)?.at(-1));
  useCardKeys();

  if (isPending)
    return (
      <div className="stack bleed" role="status" aria-label={t('polls.loadingPolls')}>
        <PollSkeletons />
      </div>
    );
  if (isError && total === 0) return failed;
  if (total === 0) return empty;
  const growing = shown < total;
  const counts = countsOf(pages, shown);
  return (
    <>
      <div className="stack bleed">
        {pages.map((polls, page) => {
          const count = counts[page] ?? 0;
          return count > 0 && <Stretch key={page} page={page} polls={polls} count={count} />;
        })}
      </div>
      <LoadMore query={{ hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }} growing={growing} />
    </>
  );
}
