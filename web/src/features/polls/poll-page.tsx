import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import type { Poll } from '@inkling/contracts';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { ApiFailure, reasonOf } from '../../lib/api';
import { Button } from '../../components/ui/button';
import { Empty } from '../../components/ui/empty';
import { Icon } from '../../components/ui/icon';
import { Spinner } from '../../components/ui/spinner';
import { WaitingVote } from '../../components/waiting-vote/waiting-vote';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useRealtimeStatus } from '../../lib/realtime';
import { useSession } from '../../lib/session';
import { isFollowersOnly } from './api/read-poll';
import { usePoll } from './api/use-poll';
import { PollCard } from './components/poll-card';
import { TrendingPanel } from './components/trending-panel';
import '../../lib/i18n/poll-strings';
import styles from './poll-page.module.css';

const FollowersOnly = lazy(async () => ({ default: (await import('./components/followers-only')).FollowersOnly }));

/** Back to /home; for a visitor from there it goes back in history, which keeps the position in the feed. */
function BackLink() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: string } | null };
  return (
    <Link
      className="icon-btn"
      to="/home"
      aria-label={t('polls.back')}
      onClick={(event) => {
        if (state?.from !== '/home' || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <Icon name="back" />
    </Link>
  );
}

/** Milliseconds within which a choice from before signing in is usually cast. */
const CASTING_MS = 2_000;

/** A choice from before signing in that still waits, for example for a confirmed address. */
function StillWaiting({ pollId }: { pollId: number }) {
  const { user } = useSession();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), CASTING_MS);
    return () => clearTimeout(timer);
  }, []);
  return late && user ? <WaitingVote userId={user.id} pollId={pollId} /> : null;
}

interface PollPageProps {
  /** Rendered below the card. */
  below: (poll: Poll) => ReactNode;
}

function Content({ id, text, below }: PollPageProps & { id: number; text: string }) {
  const navigate = useNavigate();
  const { data, error, isPending, isFetching, fetchStatus, refetch } = usePoll(id);
  const valid = /^[1-9]\d{0,15}$/.test(text);
  const missing = !valid || (error instanceof ApiFailure && error.status === 404);
  const cutOff = !data && (fetchStatus === 'paused' || (error instanceof ApiFailure && error.status === 0));
  const closed = isFollowersOnly(error);
  const title = closed ? t('polls.title') : (data?.question ?? t('polls.title'));
  usePageTitle(missing ? t('polls.notFound') : title);

  if (cutOff && !missing)
    return (
      <Empty alone drawing="torn" title={t('polls.cutOff')} text={t('polls.cutOffText')}>
        {isFetching ? <Spinner /> : <Button onClick={() => void refetch()}>{t('polls.tryAgain')}</Button>}
      </Empty>
    );

  if (closed)
    return (
      <Suspense fallback={<Spinner />}>
        <FollowersOnly pollId={id} author={error.body?.author ?? null} />
      </Suspense>
    );
  if (missing || (error && !data))
    return (
      <Empty
        alone
        drawing="torn"
        title={t(missing ? 'polls.notFound' : 'polls.unavailable')}
        text={missing ? t('polls.notFoundText') : reasonOf(error, t('session.tryAgain'))}
      >
        {isFetching ? (
          <Spinner />
        ) : (
          <Button onClick={() => (valid ? void refetch() : void navigate('/home'))}>{t('polls.tryAgain')}</Button>
        )}
      </Empty>
    );
  if (isPending || !data) return <Spinner />;
  return (
    <>
      <StillWaiting pollId={id} />
      <div className="bleed stack">
        <PollCard key={id} poll={data} alone onDeleted={() => void navigate('/home', { replace: true })} />
      </div>
      {below(data)}
    </>
  );
}

/** `/poll/{id}`: the card, shown at once when a list already holds the poll. */
export function PollPage({ below }: PollPageProps) {
  const { id: text = '' } = useParams();
  const status = useRealtimeStatus();
  // The page's first connection takes a moment and is not worth a note.
  const [wasLive, setWasLive] = useState(status === 'open');
  if (status === 'open' && !wasLive) setWasLive(true);
  return (
    <div className="content">
      <div className={`feed ${styles.columns}`}>
        <div>
          <div className={styles.backRow}>
            <BackLink />
            <p className={styles.title}>{t('polls.title')}</p>
            {status === 'open' && <span className={styles.live}>{t('polls.live')}</span>}
            {status === 'connecting' && wasLive && (
              <span className={`${styles.live} ${styles.isLost}`}>{t('polls.reconnecting')}</span>
            )}
          </div>
          <Content id={Number(text)} text={text} below={below} />
        </div>
        <TrendingPanel />
      </div>
    </div>
  );
}
