import type { INKS } from '@inkling/contracts/constants';
import { t } from '../../../../lib/i18n';
import { formatNumber, formatPercent } from '../../../../lib/i18n/format';
import { Panel } from '../../components/panel';
import { dayName } from '../model/day-name';
import { rangeOf, weeksOf, type DayCount } from '../model/figures';
import { DayBars } from './day-bars';
import table from '../../components/data-table.module.css';
import styles from './figure.module.css';

interface FigureProps {
  title: string;
  ink: (typeof INKS)[number];
  /** One entry a day, the last for today. */
  days: readonly DayCount[];
  /** A sentence after the sum, instead of the comparison with the week before. */
  note?: string;
}

/** Percent below which two weeks are much the same. */
const MUCH_AS_BEFORE = 3;
/** Weeks in the table. */
const WEEKS = 4;

function comparison(change: number | null): string {
  if (change === null) return t('admin.lastWeek');
  if (Math.abs(change) < MUCH_AS_BEFORE) return t('admin.asBefore');
  return change > 0
    ? t('admin.moreThanBefore', { percent: formatPercent(change) })
    : t('admin.lessThanBefore', { percent: formatPercent(-change) });
}

const signed = (change: number | null): string =>
  change === null ? '–' : `${change > 0 ? '+' : change < 0 ? '−' : ''}${formatPercent(Math.abs(change))}`;

/** A figure over time: the sum of the last seven full days, bars, and a table of weeks with the same figures. */
export function Figure({ title, ink, days, note }: FigureProps) {
  const weeks = weeksOf(days).slice(0, WEEKS);
  const { least, most, today } = rangeOf(days);
  const label = t('admin.barsLabel', {
    what: title,
    from: dayName(days[0]?.day ?? ''),
    least,
    most,
    today,
  });
  return (
    <Panel title={title} ink={ink}>
      <div className={styles.root}>
        <div>
          <p className={styles.big}>{formatNumber(weeks[0]?.sum ?? 0)}</p>
          <p className={styles.compared}>{note ?? comparison(weeks[0]?.change ?? null)}</p>
          <DayBars days={days} label={label} />
        </div>
        <table className={table.root}>
          <caption className="vh">{t('admin.byWeek', { what: title })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('admin.week')}</th>
              <th scope="col" className={table.number}>
                {t('admin.sum')}
              </th>
              <th scope="col" className={table.number}>
                {t('admin.change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ from, sum, change }) => (
              <tr key={from}>
                <th scope="row">{dayName(from)}</th>
                <td className={table.number}>
                  <b>{formatNumber(sum)}</b>
                </td>
                <td className={table.number}>{signed(change)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
