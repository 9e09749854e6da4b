import { useSyncExternalStore } from 'react';
import { t } from '../../lib/i18n';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says so while the browser has no network; what is on screen stays. */
export function OfflineNote() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="offline-note">
      {!online && <p>{t('shell.offline')}</p>}
    </div>
  );
}
