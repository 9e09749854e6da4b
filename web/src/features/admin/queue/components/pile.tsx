import type { CaseLine } from '@inkling/contracts';
import type { CaseFilter } from '@inkling/contracts/constants';
import { LoadFailed } from '../../../../components/ui/load-failed';
import { t } from '../../../../lib/i18n';
import { shortAgo } from '../../../../lib/time';
import { Segments } from '../../components/segments';
import { factsOf, titleOf } from '../model/case-words';
import { CaseRow } from './case-row';
import styles from './pile.module.css';

interface PileProps {
  filter: CaseFilter;
  onFilter: (filter: CaseFilter) => void;
  /** How many wait, by filter; undefined while they load. */
  counts: Record<CaseFilter, number> | undefined;
  /** Undefined while they load. */
  lines: readonly CaseLine[] | undefined;
  openId: number | null;
  failed: boolean;
  busy: boolean;
  onRetry: () => void;
}

const FILTERS = [
  { value: 'all', text: 'adminQueue.all' },
  { value: 'flagged', text: 'adminQueue.flagged' },
  { value: 'appeals', text: 'adminQueue.appeals' },
] as const;

/** The cases that wait for somebody, the oldest first. */
export function Pile({ filter, onFilter, counts, lines, openId, failed, busy, onRetry }: PileProps) {
  return (
    <section className={styles.root} aria-label={t('admin.queue')}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h1 className="title">{t('admin.queue')}</h1>
          {counts && <span className="muted">{t('adminQueue.open', { count: counts.all })}</span>}
        </div>
        <Segments
          label={t('adminQueue.kind')}
          options={FILTERS.map(({ value, text }) => ({
            value,
            text: counts ? `${t(text)} ${counts[value]}` : t(text),
          }))}
          value={filter}
          onChange={onFilter}
        />
      </div>
      {lines ? (
        <ol>
          {lines.map((line) => (
            <CaseRow
              key={line.id}
              to={`/admin/queue/${line.id}`}
              current={line.id === openId}
              title={titleOf(line)}
              age={shortAgo(line.openedAt)}
              reports={line.reports}
              facts={factsOf(line)}
            />
          ))}
        </ol>
      ) : failed ? (
        <LoadFailed title={t('adminQueue.failed')} busy={busy} onRetry={onRetry} />
      ) : (
        <div className={styles.wait} role="status" aria-label={t('ui.loading')}>
          <span className="pulse" />
          <span className="pulse" />
          <span className="pulse" />
        </div>
      )}
      {lines?.length === 0 && <p className={styles.none}>{t('adminQueue.none')}</p>}
    </section>
  );
}
