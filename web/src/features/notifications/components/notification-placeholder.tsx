import { t } from '../../../lib/i18n';

/** Widths of the five placeholder rows, in percent. */
const ROWS = [92, 78, 86, 64, 90];

/** The list while it loads. */
export function NotificationPlaceholder() {
  return (
    <div role="status" aria-label={t('notifications.loading')}>
      <span className="pulse note-wait-head" />
      {ROWS.map((width) => (
        <div key={width} className="note-wait" aria-hidden="true">
          <span className="pulse note-wait-face" />
          <div>
            <span className="pulse" style={{ width: `${width}%` }} />
            <span className="pulse note-wait-time" />
          </div>
        </div>
      ))}
    </div>
  );
}
