import { Link, useLocation } from 'react-router';
import { Tally } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import { agoInWords } from '../../../lib/relative-time';
import { useMatches } from '../../../lib/use-matches';
import { useTrending } from '../api/trending';
import { directionOf } from '../model/appearance';
import '../../../lib/i18n/poll-strings';
import styles from './trending-panel.module.css';

/** Ranks are tally strokes, of which there are five. */
const ROWS = 5;

/** The width from which styles/layout.css has room for the panel beside the feed. */
const WIDE = '(min-width: 1240px)';

/** 'Trending Polls' beside the feed on wide screens; narrower ones neither render nor request them. */
export const TrendingPanel = () => useMatches(WIDE) && <Panel />;

function Panel() {
  const { data, isPending, isError, refetch } = useTrending();
  const { pathname } = useLocation();
  const rows = data?.slice(0, ROWS) ?? [];
  return (
    <aside className={styles.root} aria-labelledby="trending-heading">
      <h2 id="trending-heading">{t('polls.trending')}</h2>
      {rows.length > 0 && (
        <ol className={styles.list}>
          {rows.map((row, index) => (
            <li key={row.id}>
              <Tally count={index + 1} className={styles.place} />
              <div>
                <Link to={`/poll/${row.id}`} state={{ from: pathname }} dir={directionOf(row.question)}>
                  {row.question}
                </Link>
                <p>
                  <bdi>{row.user.name}</bdi> · {agoInWords(row.timeAgo)} ·{' '}
                  <b>{t('polls.votes', { count: row.totalVotes })}</b>
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
      {isPending && (
        <ol className={`${styles.list} ${styles.waiting}`} aria-hidden="true">
          {Array.from({ length: ROWS }, (_, place) => (
            <li key={place}>
              <Tally count={place + 1} className={styles.place} />
              <div>
                <span className="pulse" />
                <span className="pulse" />
              </div>
            </li>
          ))}
        </ol>
      )}
      {!isPending && rows.length === 0 && (
        <div className={`${styles.list} ${styles.none}`}>
          <p>{isError ? t('polls.trendingFailed') : t('polls.noTrending')}</p>
          {isError && (
            <button type="button" className="link" onClick={() => void refetch()}>
              {t('ui.retry')}
            </button>
          )}
        </div>
      )}
    </aside>
  );
}
