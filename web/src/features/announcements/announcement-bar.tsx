import { useState } from 'react';
import type { Announcement } from '@inkling/contracts';
import { Icon } from '../../components/ui/icon';
import { t } from '../../lib/i18n';
import { readJson, writeItem } from '../../lib/storage';
import styles from './announcement-bar.module.css';
import './strings';

/** Ids of the announcements that were closed in this browser. */
const STORAGE_CLOSED = 'inkling_closed_announcements';
/** Ids that are remembered; announcements are few, and old ones never come back. */
const CLOSED_MAX = 50;

function closedIds(): number[] {
  const stored = readJson(STORAGE_CLOSED);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
}

/** What the operator announces, above every page, until the reader closes it (docs/product.md#announcements). */
export default function AnnouncementBar({ announcements }: { announcements: readonly Announcement[] }) {
  const [closed, setClosed] = useState(closedIds);
  const close = (id: number) => {
    const now = [...closed, id].slice(-CLOSED_MAX);
    writeItem(STORAGE_CLOSED, JSON.stringify(now));
    setClosed(now);
  };
  const shown = announcements.filter(({ id }) => !closed.includes(id));
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('announcements.label')}>
      {shown.map(({ id, level, title, text }) => (
        <div key={id} className={level === 'warning' ? `${styles.bar} ${styles.warning}` : styles.bar}>
          <Icon name={level === 'warning' ? 'alert' : 'bell'} size="m" />
          <p dir="auto">
            <b>{title}</b> {text}
          </p>
          <button
            type="button"
            className="icon-btn"
            aria-label={t('announcements.close', { title })}
            onClick={() => close(id)}
          >
            <Icon name="close" size="m" />
          </button>
        </div>
      ))}
    </section>
  );
}
