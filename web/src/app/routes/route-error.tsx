import { Button } from '../../components/ui/button';
import { Drawing } from '../../components/ui/empty';
import { t } from '../../lib/i18n';

/** Shown when a page fails to load or to render, most often because a newer version has replaced its files. */
export function RouteError() {
  return (
    <main className="empty standalone" role="alert">
      <Drawing name="torn" />
      <h1 className="title">{t('ui.brokenPage')}</h1>
      <p>{t('ui.brokenPageText')}</p>
      <Button onClick={() => location.reload()}>{t('ui.reload')}</Button>
    </main>
  );
}
