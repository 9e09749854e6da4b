import { type CSSProperties } from 'react';
import { t } from '../../../../lib/i18n';
import type { DayCount } from '../model/figures';
import { dayName } from '../model/day-name';
import styles from './day-bars.module.css';

/** From this many days on there is hardly room between the bars. */
const MANY = 45;

interface DayBarsProps {
  days: readonly DayCount[];
  /** What they show, in a sentence. */
  label: string;
}

/** One bar a day: the last full day is filled, today is hatched. The table beside it has the figures as text. */
export function DayBars({ days, label }: DayBarsProps) {
  // An empty figure has bars without height, not without size.
  const most = Math.max(1, ...days.map(({ count }) => count));
  return (
    <div>
      <div
        className={days.length > MANY ? `${styles.root} ${styles.isDense}` : styles.root}
        role="img"
        aria-label={label}
      >
        {days.map(({ day, count }) => (
          <i key={day} style={{ '--v': count / most } as CSSProperties} />
        ))}
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{days[0] && dayName(days[0].day)}</span>
        <span>{t('admin.todaySoFar')}</span>
      </p>
    </div>
  );
}
