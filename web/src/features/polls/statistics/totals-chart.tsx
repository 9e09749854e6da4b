import type { PollStatistics } from '@inkling/contracts';
import { t } from '../../../lib/i18n';
import { dateFormat, formatNumber } from '../../../lib/i18n/format';
import styles from './totals-chart.module.css';

type Totals = NonNullable<PollStatistics['totals']>;

const hourFormat = dateFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const dayFormat = dateFormat({ month: 'short', day: 'numeric', year: 'numeric' });

/** Where the points are in a square of 100 by 100, with the origin at the top. */
export function placesOf({ points }: Pick<Totals, 'points'>): { x: number; y: number }[] {
  const times = points.map(({ at }) => Date.parse(at));
  const [from, until] = [times[0] ?? 0, times.at(-1) ?? 0];
  const most = Math.max(1, points.at(-1)?.votes ?? 0);
  return points.map(({ votes }, index) => ({
    x: until > from ? (100 * (times[index]! - from)) / (until - from) : 0,
    y: 100 - (100 * votes) / most,
  }));
}

/** Totals over time as an area, and as a table for those who do not see it. */
export function TotalsChart({ totals }: { totals: Totals }) {
  const { points, step } = totals;
  const places = placesOf(totals);
  const line = places.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
  const format = step === 'hour' ? hourFormat : dayFormat;
  const nameOf = (at: string) => format(new Date(at));
  const [first, last] = [points[0]!, points.at(-1)!];
  return (
    <>
      <figure className={styles.chart} aria-hidden="true">
        <span className={styles.most}>{formatNumber(last.votes)}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <polygon points={`0,100 ${line} 100,100`} />
          <polyline points={line} />
        </svg>
        <i className={styles.now} />
        <figcaption className={styles.axis}>
          <span>{nameOf(first.at)}</span>
          <span>{nameOf(last.at)}</span>
        </figcaption>
      </figure>
      <table className="vh">
        <caption>{t('statistics.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('statistics.until')}</th>
            <th scope="col">{t('statistics.total')}</th>
          </tr>
        </thead>
        <tbody>
          {points.slice(1).map(({ at, votes }) => (
            <tr key={at}>
              <th scope="row">{hourFormat(new Date(at))}</th>
              <td>{formatNumber(votes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
