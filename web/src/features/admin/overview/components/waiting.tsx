import type { Overview } from '@inkling/contracts';
import { t } from '../../../../lib/i18n';
import { longAgo } from '../../../../lib/relative-time';
import { serverNow } from '../../../../lib/server-clock';
import { Panel } from '../../components/panel';
import { TodoList, type Todo } from './todo-list';
import styles from './waiting.module.css';

const HOUR = 3_600_000;
/** Hours after which a report has waited too long. */
const TOO_LONG = 24;

function thingsOf({ casesOpen, flagged, appeals, oldestOpenAt }: Overview['now'], requests: number): Todo[] {
  const things: Todo[] = [];
  const at = { to: '/admin/queue', label: t('adminOverview.toQueue') };
  if (casesOpen > 0 && oldestOpenAt !== null) {
    const late = serverNow() - Date.parse(oldestOpenAt) > TOO_LONG * HOUR;
    things.push({
      key: 'cases',
      weight: late ? 'now' : 'warn',
      state: t(late ? 'adminOverview.now' : 'adminOverview.today'),
      what: t('adminOverview.casesWait', { count: casesOpen }),
      more: [
        t('adminOverview.oldest', { time: longAgo(oldestOpenAt) ?? '' }),
        flagged > 0 ? t('adminOverview.flagged', { count: flagged }) : '',
      ].join(' '),
      at,
    });
  }
  if (appeals > 0)
    things.push({
      key: 'appeals',
      weight: 'warn',
      state: t('adminOverview.today'),
      what: t('adminOverview.appealsWait', { count: appeals }),
      more: t('adminOverview.appealsText'),
      at,
    });
  if (requests > 0)
    things.push({
      key: 'requests',
      weight: 'warn',
      state: t('adminOverview.today'),
      what: t('adminOverview.requestsWait', { count: requests }),
      more: t('adminOverview.requestsText'),
      at: { to: '/admin/requests', label: t('adminOverview.toRequests') },
    });
  return things;
}

interface WaitingProps {
  now: Overview['now'];
  /** People who ask to join. */
  requests: number;
}

/** What needs somebody, the most urgent first. */
export function Waiting({ now, requests }: WaitingProps) {
  const things = thingsOf(now, requests);
  return (
    <Panel title={t('adminOverview.needs')}>
      {things.length === 0 ? <p className={styles.none}>{t('adminOverview.nothing')}</p> : <TodoList things={things} />}
    </Panel>
  );
}
