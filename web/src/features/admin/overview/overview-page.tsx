import { useState } from 'react';
import type { OverviewDay } from '@inkling/contracts';
import { OVERVIEW_DAYS } from '@inkling/contracts/constants';
import { LoadFailed } from '../../../components/ui/load-failed';
import { t } from '../../../lib/i18n';
import { formatNumber } from '../../../lib/i18n/format';
import { useSession } from '../../../lib/session';
import { AdminHead, AdminPage } from '../components/admin-head';
import { Segments } from '../components/segments';
import { useRequests } from '../requests/api';
import { useOverview, type Span } from './api/overview';
import { Figure } from './components/figure';
import { Opening } from './components/opening';
import { Waiting } from './components/waiting';
import styles from './overview-page.module.css';
import './strings';

const FIGURES = [
  { of: 'votes', title: 'adminOverview.votes', ink: 'citron' },
  { of: 'people', title: 'adminOverview.people', ink: 'mint' },
  { of: 'polls', title: 'adminOverview.polls', ink: 'sky' },
  { of: 'comments', title: 'adminOverview.comments', ink: 'orchid' },
  { of: 'reports', title: 'adminOverview.reports', ink: 'coral' },
  { of: 'casesDecided', title: 'adminOverview.decided', ink: 'apricot' },
] as const;

const daysOf = (days: readonly OverviewDay[], of: (typeof FIGURES)[number]['of']) =>
  days.map((day) => ({ day: day.day, count: day[of] }));

/** `/admin/overview`: what needs somebody, and figures over time. */
export default function OverviewPage() {
  const [span, setSpan] = useState<Span>(OVERVIEW_DAYS[0]);
  const { data, isError, isFetching, refetch } = useOverview(span);
  const requests = useRequests();
  const { user } = useSession();
  const hours = data?.now.medianHours ?? null;
  return (
    <AdminPage>
      <AdminHead title={t('adminOverview.title')}>
        <Segments
          label={t('adminOverview.span')}
          options={OVERVIEW_DAYS.map((days) => ({ value: days, text: t('adminOverview.days', { count: days }) }))}
          value={span}
          onChange={setSpan}
        />
      </AdminHead>
      {data ? (
        <div className={styles.root}>
          {user?.role === 'administrator' && <Opening staff={data.now.staff} />}
          <Waiting now={data.now} requests={requests.data?.waiting ?? 0} />
          <div className={styles.figures}>
            {FIGURES.map(({ of, title, ink }) => (
              <Figure
                key={of}
                title={t(title)}
                ink={ink}
                days={daysOf(data.days, of)}
                note={
                  of === 'casesDecided' && hours !== null
                    ? t('adminOverview.median', { hours: formatNumber(Math.round(hours * 10) / 10) })
                    : undefined
                }
              />
            ))}
          </div>
        </div>
      ) : isError ? (
        <LoadFailed title={t('adminOverview.failed')} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.wait} role="status" aria-label={t('ui.loading')}>
          <span className="pulse" />
          <span className="pulse" />
        </div>
      )}
    </AdminPage>
  );
}
