import { Empty } from '../../../components/ui/empty';
import { Icon } from '../../../components/ui/icon';
import { LoadFailed } from '../../../components/ui/load-failed';
import { ApiFailure } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { useForgetSearch, useRecentSearches } from '../api/recent';
import { useTopics } from '../api/topics';
import { Topics } from './topics';
import styles from './discover.module.css';
import rows from './search-rows.module.css';

/** Suggestions where there is nothing to show yet. */
const SUGGESTED = ['#Election2023', '#ClimateAction'];

function Wait() {
  return (
    <div className={styles.wait} role="status" aria-label={t('ui.loading')}>
      <span className="pulse" />
      <span className="pulse" />
      <span className="pulse" />
    </div>
  );
}

/** Without a query: recent searches and trending topics. `onPick` fills the field and searches. */
export function Discover({ onPick }: { onPick: (text: string) => void }) {
  const recent = useRecentSearches();
  const topics = useTopics();
  const forget = useForgetSearch();
  const searches = recent.data ?? [];
  const words = topics.data ?? [];

  const asked = [recent, topics];
  const busy = asked.some(({ isFetching }) => isFetching);
  const cutOff = asked.some(({ isError, fetchStatus }) => isError || fetchStatus === 'paused');
  if (searches.length === 0 && words.length === 0 && cutOff) {
    const retry = () => asked.forEach(({ refetch }) => void refetch());
    const answered = asked.some(({ error }) => error instanceof ApiFailure && error.status > 0);
    if (answered) return <LoadFailed title={t('search.unavailable')} busy={busy} onRetry={retry} />;
    return <LoadFailed title={t('ui.connectionIssue')} text={t('ui.connectionHint')} busy={busy} onRetry={retry} />;
  }
  if (recent.isPending || topics.isPending) return <Wait />;
  if (searches.length === 0 && words.length === 0)
    return (
      <Empty drawing="glass" title={t('search.discover')} text={t('search.discoverText')}>
        <Topics centred topics={SUGGESTED} onPick={onPick} />
      </Empty>
    );
  return (
    <>
      {searches.length > 0 && (
        <section aria-labelledby="recent-searches">
          <h2 className={rows.heading} id="recent-searches">
            {t('search.recent')}
          </h2>
          <ul className={`rows ${rows.rows}`}>
            {searches.map((search) => (
              <li key={search.id}>
                <button type="button" className={styles.recent} data-hit onClick={() => onPick(search.query)}>
                  <Icon name="clock" size="m" />
                  <bdi>{search.query}</bdi>
                </button>
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={t('search.deleteRecent', { query: search.query })}
                  onClick={() => forget.mutate(search.id)}
                >
                  <Icon name="close" size="m" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {words.length > 0 && (
        <section aria-labelledby="trending-topics">
          <h2 className={rows.heading} id="trending-topics">
            {t('search.topics')}
          </h2>
          <Topics topics={words} onPick={onPick} />
        </section>
      )}
    </>
  );
}
