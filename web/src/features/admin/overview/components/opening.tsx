import { useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { t } from '../../../../lib/i18n';
import { useServerConfig } from '../../../../lib/server-config';
import { readItem, writeItem } from '../../../../lib/storage';
import { Panel } from '../../components/panel';
import { useProtection } from '../api/protection';
import { OPENING_STEPS, openingOf, type OpeningStep } from '../model/opening';
import { TodoList } from './todo-list';
import styles from './opening.module.css';

const PUT_AWAY = 'inkling_opening_put_away';

/** Where each step is done. Mail is set up in the server's environment. */
const PLACES: Partial<Record<OpeningStep, string>> = {
  protection: '/settings',
  people: '/admin/people',
  name: '/admin/settings',
  rules: '/admin/settings',
  pages: '/admin/pages',
};

/** What is left to do before strangers come, until it is done or put away in this browser. */
export function Opening({ staff }: { staff: number | null }) {
  const config = useServerConfig();
  const [isAway, setAway] = useState(() => readItem(PUT_AWAY) !== null);
  const isProtected = useProtection(!isAway);
  if (isAway || !config || isProtected === undefined) return null;
  const done = openingOf({ config, staff, isProtected });
  const known = OPENING_STEPS.filter((step) => done[step] !== null);
  const left = known.filter((step) => !done[step]);
  if (left.length === 0) return null;
  return (
    <Panel
      title={t('adminOverview.opening')}
      aside={
        <span className="muted">
          {t('adminOverview.openingDone', { count: known.length - left.length, of: known.length })}
        </span>
      }
    >
      <TodoList
        things={known.map((step) => {
          const to = PLACES[step];
          const isDone = done[step] === true;
          return {
            key: step,
            weight: isDone ? 'good' : 'warn',
            state: t(isDone ? 'adminOverview.done' : 'adminOverview.toDo'),
            what: t(`adminOverview.open_${step}`),
            more: t(`adminOverview.open_${step}Text`),
            ...(to && !isDone ? { at: { to, label: t('adminOverview.goThere') } } : {}),
          };
        })}
      />
      <div className={styles.foot}>
        <p className="fine">{t('adminOverview.openingBeside')}</p>
        <Button
          variant="well"
          size="s"
          onClick={() => {
            writeItem(PUT_AWAY, '1');
            setAway(true);
          }}
        >
          {t('adminOverview.putAway')}
        </Button>
      </div>
    </Panel>
  );
}
