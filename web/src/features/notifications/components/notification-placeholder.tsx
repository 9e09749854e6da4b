import { t } from '../../../lib/i18n';
import styles from './notification-placeholder.module.css';

/** Widths of the five placeholder rows, in percent. */
const ROWS = [92, 78, 86, 64, 90];

/** The list while it loads. */
export function NotificationPlaceholder() {
  return (
    <div role="status" aria-label={t('notifications.loading')}>
      <span className={`pulse ${styles.heading}`} />
      {ROWS.map((width) => (
        <div key={width} className={styles.row} aria-hidden="true">
          <span className={`pulse ${styles.face}`} />
          <div>
            <span className="pulse" style={{ width: `${width}%` }} />
            <span className={`pulse ${styles.time}`} />
          </div>
        </div>
      ))}
    </div>
  );
}
