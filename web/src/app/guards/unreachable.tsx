import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { Drawing } from '../../components/ui/empty';
import { t } from '../../lib/i18n';
import type { Obstacle } from '../../lib/session';

interface UnreachableProps {
  obstacle: Obstacle;
  onRetry: () => Promise<unknown>;
}

/** Shown when the server could not be asked for the session; stays during further tries. */
export function Unreachable({ obstacle, onRetry }: UnreachableProps) {
  const [busy, setBusy] = useState(false);
  const away = obstacle === 'server';
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  return (
    <main className="empty standalone" role="alert">
      <Drawing name="torn" />
      <h1 className="title">{t(away ? 'ui.sessionUnavailable' : 'ui.connectionIssue')}</h1>
      <p>{t(away ? 'ui.sessionUnavailableText' : 'ui.connectionHint')}</p>
      <Button disabled={busy} onClick={() => void retry()}>
        {t('ui.retry')}
      </Button>
    </main>
  );
}
