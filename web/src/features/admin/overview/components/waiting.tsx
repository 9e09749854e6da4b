import type { Overview } from '@inkling/contracts';
import { ButtonLink } from '../../../../components/ui/button';
import { t } from '../../../../lib/i18n';
import { longAgo } from '../../../../lib/relative-time';
import { serverNow } from '../../../../lib/server-clock';
import { Panel } from '../../components/panel';
import { StateTag, type Weight } from '../../components/state-tag';
import styles from './waiting.module.css';

interface Thing {
  key: string;
  weight: Weight;
  state: string;
  what: string;
  more: string;
}

const HOUR = 3_600_000;
/** Hours after which a report has waited too long. */
const TOO_LONG = 24;

function thingsOf({ casesOpen, flagged, appeals, oldestOpenAt }: Overview['now']): Thing[] {
  const things: Thing[] = [];
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
    });
  }
  if (appeals > 0)
    things.push({
      key: 'appeals',
      weight: 'warn',
      state: t('adminOverview.today'),
      what: t('adminOverview.appealsWait', { count: appeals }),
      more: t('adminOverview.appealsText'),
    });
  return things;
}

/** What needs somebody, the most urgent first. */
export function Waiting({ now }: { now: Overview['now'] }) {
  const things = thingsOf(now);
  return (
    <Panel title={t('adminOverview.needs')}>
      {things.length === 0 ? (
        <p className={styles.none}>{t('adminOverview.nothing')}</p>
      ) : (
        <ul className={styles.root}>
          {things.map(({ key, weight, state, what, more }) => (
            <li key={key}>
              <StateTag weight={weight}>{state}</StateTag>
              <p>
                {what}
                <small>{more}</small>
              </p>
              <ButtonLink
                variant="line"
                size="s"
                to="/admin/queue"
                aria-label={`${t('adminOverview.toQueue')}: ${what}`}
              >
                {t('adminOverview.toQueue')}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
