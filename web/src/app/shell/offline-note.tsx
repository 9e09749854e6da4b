import { useSyncExternalStore } from 'react';
import { t } from '../../lib/i18n';
import { useSession } from '../../lib/session';
import styles from './shell.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** A note that there is no network, or that the screen shows the last visit because the server did not answer. */
export function OfflineNote() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const { unconfirmed } = useSession();
  return (
    <div role="status" className={styles.offline}>
      {(!online || unconfirmed) && <p>{t('shell.offline')}</p>}
    </div>
  );
}
