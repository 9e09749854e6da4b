import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { INKS } from '@inkling/contracts/constants';
import { Avatar } from '../../../components/ui/avatar';
import { Empty } from '../../../components/ui/empty';
import { LoadFailed } from '../../../components/ui/load-failed';
import { t } from '../../../lib/i18n';
import { reachedLimit, useReachedLimit } from '../../../lib/limits/limit';
import { toast } from '../../../lib/toast';
import { useSearch } from '../api/search';
import { hitPart, hitWords, type Piece } from '../model/highlight';
import styles from './results.module.css';
import rows from './search-rows.module.css';
import '../../../lib/i18n/poll-strings';

const Marked = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>));

/** Placeholder rows during the first search. */
const WAITING = [1, 2, 3, 4];

function Wait() {
  return (
    <div role="status" aria-label={t('search.searching')} className={styles.waiting}>
      <span className={`pulse ${styles.waitingHeading}`} />
      {WAITING.map((row) => (
        <div key={row} className={styles.waitingRow} aria-hidden="true">
          <span className="pulse" />
          <span className="pulse" />
        </div>
      ))}
    </div>
  );
}

/** One kind of results, a row each; renders nothing without results. */
function Hits<T extends { id: number }>({
  id,
  title,
  className,
  of,
  children,
}: {
  id: string;
  title: string;
  className?: string;
  of: T[];
  children: (hit: T) => ReactNode;
}) {
  if (of.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 className={rows.heading} id={id}>
        {title}
      </h2>
      <ul className={`rows ${className}`}>
        {of.map((hit) => (
          <li key={hit.id}>{children(hit)}</li>
        ))}
      </ul>
    </section>
  );
}

/** Users and polls for a query. `onClear` empties the field. */
export function Results({ query, onClear }: { query: string; onClear: () => void }) {
  const { data, error, isError, isPending, isFetching, isPlaceholderData, refetch, errorUpdatedAt } = useSearch(query);
  const reached = reachedLimit(error);
  const limit = useReachedLimit(error);

  useEffect(() => {
    if (errorUpdatedAt > 0 && !reached)
      toast({ title: t('search.error'), description: t('search.failed'), variant: 'destructive' });
  }, [errorUpdatedAt, reached]);

  // The search goes on by itself as soon as the limit allows it.
  useEffect(() => {
    if (!reached) return undefined;
    const timer = setTimeout(() => void refetch(), Math.max(0, reached.opensAt - Date.now()));
    return () => clearTimeout(timer);
  }, [reached, refetch]);

  if (limit)
    return (
      <div role="status">
        <Empty drawing="lost" title={limit.title} text={limit.description} />
      </div>
    );

  if (isError) return <LoadFailed title={t('search.failed')} busy={isFetching} onRetry={() => void refetch()} />;
  if (isPending) return <Wait />;
  const count = data.users.length + data.polls.length;
  const said = isPlaceholderData ? t('search.searching') : t('search.found', { count });
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? styles.isStale : undefined}>
      <p className="vh" role="status">
        {count > 0 ? said : ''}
      </p>
      {count === 0 && (
        <div role="status">
          <Empty drawing="lost" title={t('search.none')} text={t('search.noneText', { query })}>
            <button type="button" className={`link ${styles.clear}`} onClick={onClear}>
              {t('search.clearSearch')}
            </button>
          </Empty>
        </div>
      )}
      <Hits id="found-users" title={t('search.users')} className={rows.rows} of={data.users}>
        {(user) => (
          <Link className={styles.user} to={`/profile/${user.id}`} data-hit>
            <Avatar user={user} size={44} />
            <span className="who">
              <span className={`who-name ${styles.name}`}>
                <bdi>{user.name}</bdi>
              </span>
              {user.username && (
                <span className="who-sub">
                  @<Marked pieces={hitPart(user.username, query)} />
                </span>
              )}
            </span>
          </Link>
        )}
      </Hits>
      <Hits id="found-polls" title={t('search.polls')} className={styles.polls} of={data.polls}>
        {(poll) => (
          <Link
            className={styles.poll}
            data-ink={INKS[poll.id % INKS.length]}
            to={`/poll/${poll.id}`}
            state={{ from: '/search' }}
            data-hit
          >
            <b dir="auto">
              <Marked pieces={hitWords(poll.question, query)} />
            </b>
            <span className="muted">{t('polls.votes', { count: poll.votesCount })}</span>
          </Link>
        )}
      </Hits>
    </div>
  );
}
