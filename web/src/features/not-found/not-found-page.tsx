import { Navigate, useLocation } from 'react-router';
import { ButtonLink } from '../../components/ui/button';
import { Drawing } from '../../components/ui/empty';
import { Logo } from '../../components/ui/logo';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { hasTrackingParameters } from '../../lib/tracking';
import styles from './not-found-page.module.css';

/** Any other address; one with advertising parameters goes to / instead. */
export default function NotFoundPage() {
  const { search } = useLocation();
  const { status } = useSession();
  usePageTitle(t('ui.notFound'));
  if (hasTrackingParameters(search)) return <Navigate to="/" replace />;
  return (
    <div className={styles.root}>
      <header>
        <Logo />
      </header>
      <main className={`empty ${styles.main}`}>
        <Drawing name="torn" />
        <h1>{t('ui.notFound')}</h1>
        <p>{t('ui.notFoundText')}</p>
        <ButtonLink to={status === 'signed-in' ? '/home' : '/'}>{t('ui.returnHome')}</ButtonLink>
      </main>
    </div>
  );
}
