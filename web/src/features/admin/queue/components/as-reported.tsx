import type { ReactNode } from 'react';
import { INKS } from '@inkling/contracts/constants';
import type { Author } from '@inkling/contracts';
import { Avatar } from '../../../../components/ui/avatar';
import { t } from '../../../../lib/i18n';
import type { Change } from '../model/changes';
import styles from './as-reported.module.css';

interface AsReportedProps {
  /** Its number chooses the ink. */
  id: number;
  /** Null for a deleted account. */
  author: Author | null;
  /** Below the name: username and time. */
  about: string;
  /** What has changed since; empty where nothing has. */
  changes: readonly Change[];
  /** What else has happened since, in a few words. */
  note?: string;
  children: ReactNode;
}

/** The content as it was when it was first reported: a dashed copy, and what has changed since. */
export function AsReported({ id, author, about, changes, note, children }: AsReportedProps) {
  return (
    <article className={`poll ${styles.root}`} data-ink={INKS[id % INKS.length]} aria-label={t('adminCase.asReported')}>
      <header className="poll-head">
        <Avatar user={author} />
        <span className="who">
          <span className="who-name">
            <bdi>{author?.name ?? t('adminCase.deletedPerson')}</bdi>
          </span>
          <span className="who-sub">{about}</span>
        </span>
        <div className={styles.stamp} aria-hidden="true">
          <span>{t('adminCase.asReported')}</span>
        </div>
      </header>
      {children}
      {(changes.length > 0 || note) && (
        <div className={styles.changed}>
          <b>{t('adminCase.changedSince')}</b> {note}
          {changes.map(({ before, after }, index) => (
            // Two options may have changed in the same way.
            <span key={`${index} ${before}`}>
              {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
            </span>
          ))}
        </div>
      )}
    </article>
  );
}
