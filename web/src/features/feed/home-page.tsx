import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useNavigationType } from 'react-router';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { LoadFailed } from '../../components/ui/load-failed';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { toast } from '../../lib/toast';
import { welcomeStep } from '../../lib/welcome';
import { pollsOf, type PollPages } from '../polls/api/poll-list';
import { pollKeys } from '../polls/cache/query-keys';
import { PollList } from '../polls/components/poll-list';
import { PullToRefresh } from '../polls/components/pull-to-refresh';
import { TrendingPanel } from '../polls/components/trending-panel';
import { readFeatured } from './api/featured';
import { FEED_STALE, readFeed, useFeed } from './api/feed';
import { RecentPolls } from './components/recent-polls';
import { WelcomeWait } from './welcome/welcome-wait';
import styles from './home-page.module.css';
import '../../lib/i18n/poll-strings';

/** An empty feed is read again this many milliseconds after login. */
const LOGIN_REFETCH = 500;

/** A server has no polls only at its very beginning, so this code loads on demand. */
const loadFirstRun = () => import('./components/first-run');
const FirstRun = lazy(loadFirstRun);

/** The welcome is for a person's first visit; its code loads on demand. */
const Welcome = lazy(() => import('./welcome/welcome'));

/** Drops all pages but the first, so that reading the feed is one request and begins at the newest poll. */
const firstPage = (data: PollPages | undefined): PollPages | undefined =>
  data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };

/** The list of polls, on its own because live counts render it again. */
function Feed({ above }: { above: ReactNode }) {
  const client = useQueryClient();
  const query = useFeed();
  const navigation = useNavigationType();
  const { refetch } = query;
  const { user } = useSession();

  const startOver = useCallback(async () => {
    client.setQueryData<PollPages>(pollKeys.feed, firstPage);
    const [{ error, data }] = await Promise.all([
      refetch(),
      client.invalidateQueries({ queryKey: pollKeys.trending }),
      client.invalidateQueries({ queryKey: ['featured'] }),
    ]);
    // Without any poll the page itself says so.
    if (error && data)
      toast({ title: t('polls.error'), description: messageOf(error, t('polls.fetchFailed')), variant: 'destructive' });
  }, [client, refetch]);

  useEffect(() => {
    // Going back keeps the list as it was; a new visit begins at its top.
    const state = client.getQueryState<PollPages>(pollKeys.feed);
    if (navigation === 'POP' || (state?.data?.pages.length ?? 0) <= 1) return;
    const updatedAt = state?.dataUpdatedAt ?? 0;
    client.setQueryData<PollPages>(pollKeys.feed, firstPage, { updatedAt });
    if (Date.now() - updatedAt > FEED_STALE) void refetch();
  }, [client, navigation, refetch]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const state = client.getQueryState<PollPages>(pollKeys.feed);
      if (state?.fetchStatus === 'idle' && pollsOf(state.data).length === 0) void refetch();
    }, LOGIN_REFETCH);
    return () => clearTimeout(timer);
  }, [client, refetch, user?.id]);

  return (
    <PullToRefresh onRefresh={startOver}>
      {above}
      <PollList
        query={query}
        empty={
          <Suspense fallback={<div />}>
            <FirstRun />
          </Suspense>
        }
        failed={<LoadFailed title={t('feed.failed')} busy={query.isFetching} onRetry={() => void startOver()} />}
      />
    </PullToRefresh>
  );
}

/** The introduction for new users, above the feed, after they have completed their profile here. */
function Newcomer() {
  const { user } = useSession();
  const [isNew] = useState(() => user !== null && welcomeStep(user.id) !== null);
  return (
    isNew && (
      <Suspense fallback={<WelcomeWait />}>
        <Welcome />
      </Suspense>
    )
  );
}

/** The first data of the page, for a visit that begins here. */
export async function firstReads(client: QueryClient): Promise<void> {
  const feed = readFeed(client).then(async () => {
    const read = client.getQueryData<PollPages>(pollKeys.feed);
    if (read && pollsOf(read).length === 0) await loadFirstRun();
  });
  await Promise.all([feed, readFeatured(client)]);
}

/** `/home`: the feed and, on wide screens, trending polls. */
export default function HomePage() {
  usePageTitle(t('feed.title'));
  return (
    <div className={`content ${styles.root}`}>
      <h1 className="vh">{t('feed.title')}</h1>
      <RecentPolls />
      <div className="feed">
        <Feed above={<Newcomer />} />
        <TrendingPanel />
      </div>
    </div>
  );
}
