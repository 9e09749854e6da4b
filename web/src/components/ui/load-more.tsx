import { useEffect } from 'react';
import { useInView } from 'react-intersection-observer';
import { t } from '../../lib/i18n';
import { Button } from './button';
import '../../lib/i18n/poll-strings';
import styles from './load-more.module.css';

/** Distance from the end of a list at which its next page is read. */
const MARGIN = '100px';

interface LoadMoreProps {
  /** An infinite query. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** Cards are still being added, so the end of the list moves and is not shown. */
  growing?: boolean;
}

/**
 * The end of a list with more pages: reads the next page when it comes near the screen; its button does so without
 * scrolling.
 */
export function LoadMore({
  query: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  growing = false,
}: LoadMoreProps) {
  const { ref, inView } = useInView({ rootMargin: MARGIN });

  useEffect(() => {
    // After a failure only the button retries.
    if (inView && hasNextPage && !isFetchingNextPage && !growing && !isFetchNextPageError) void fetchNextPage();
  }, [inView, hasNextPage, isFetchingNextPage, growing, isFetchNextPageError, fetchNextPage]);

  if (!hasNextPage) return null;
  return (
    <p ref={ref} className={growing ? `${styles.root} ${styles.isGrowing}` : styles.root}>
      <Button variant="line" disabled={isFetchingNextPage || growing} onClick={() => void fetchNextPage()}>
        {t(isFetchingNextPage || growing ? 'polls.loadingMore' : 'polls.loadMore')}
      </Button>
    </p>
  );
}
