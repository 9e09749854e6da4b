import { Button } from '../../components/ui/button';
import { Drawing } from '../../components/ui/empty';
import { t } from '../../lib/i18n';

/** The server could not be asked whether there is a session. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="empty standalone" role="alert">
      <Drawing name="torn" />
      <h1 className="title">{t('ui.connectionIssue')}</h1>
      <p>{t('ui.connectionHint')}</p>
      <Button onClick={onRetry}>{t('ui.retry')}</Button>
    </main>
  );
}
