import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../../components/ui/button';
import { LoadFailed } from '../../../components/ui/load-failed';
import { t } from '../../../lib/i18n';
import { useSession } from '../../../lib/session';
import { AdminHead, AdminPage } from '../components/admin-head';
import { Panel } from '../components/panel';
import { Segments } from '../components/segments';
import { useLog } from './api/log';
import { LogLine } from './components/log-line';
import styles from './log-page.module.css';
import '../queue/strings';

const WHOSE = [
  { value: 'all', text: 'adminLog.everything' },
  { value: 'mine', text: 'adminLog.mine' },
] as const;

/** `/admin/log`: every decision. `?person=` shows those about one person. */
export default function LogPage() {
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const [whose, setWhose] = useState<'all' | 'mine'>('all');
  const about = Number(search.get('person') ?? Number.NaN);
  const log = useLog({
    ...(whose === 'mine' && user ? { moderator: user.id } : {}),
    ...(Number.isSafeInteger(about) && about > 0 ? { person: about } : {}),
  });
  const entries = log.data?.pages.flatMap((page) => page.entries);
  const person = entries?.find((entry) => entry.person?.id === about)?.person;
  return (
    <AdminPage>
      <AdminHead title={t('adminLog.title')}>
        {search.has('person') && (
          <Button variant="well" size="s" onClick={() => setSearch({})}>
            {t('adminLog.about', { name: person?.name ?? String(about) })}
            <span className="vh">. {t('adminLog.aboutAll')}</span> ×
          </Button>
        )}
        <Segments
          label={t('adminLog.filter')}
          options={WHOSE.map(({ value, text }) => ({ value, text: t(text) }))}
          value={whose}
          onChange={setWhose}
        />
      </AdminHead>
      <Panel title={t('adminLog.text')}>
        {entries ? (
          <ol className={styles.lines}>
            {entries.map((entry) => (
              <LogLine key={entry.id} entry={entry} />
            ))}
          </ol>
        ) : log.isError ? (
          <LoadFailed title={t('adminLog.failed')} busy={log.isFetching} onRetry={() => void log.refetch()} />
        ) : (
          <div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />
        )}
        {entries?.length === 0 && <p className="muted">{t('adminLog.none')}</p>}
        {log.hasNextPage && (
          <Button variant="line" size="s" disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('adminLog.more')}
          </Button>
        )}
      </Panel>
    </AdminPage>
  );
}
