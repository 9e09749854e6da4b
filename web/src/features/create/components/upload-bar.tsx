import type { CSSProperties } from 'react';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import styles from './upload-bar.module.css';

/**
 * The share of the file that has been sent, 0 to 1, and a cancel button. Once everything is sent the server checks it.
 */
export function UploadBar({ sent, onStop }: { sent: number; onStop: () => void }) {
  const percent = Math.floor(sent * 100);
  const all = sent >= 1;
  return (
    <div>
      <div className={styles.text}>
        <span>{all ? t('create.checking') : t('create.uploading')}</span>
        {!all && <b>{t('create.uploaded', { percent })}</b>}
        <Button variant="plain" size="s" onClick={onStop}>
          {t('create.stop')}
        </Button>
      </div>
      <div
        className={all ? `${styles.bar} ${styles.isAll}` : styles.bar}
        role="progressbar"
        aria-label={t('create.uploading')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ '--sent': sent.toFixed(3) } as CSSProperties} />
      </div>
    </div>
  );
}
