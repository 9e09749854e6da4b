import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { knowsTerms } from '../../lib/accepted-terms';
import { useServerConfig } from '../../lib/server-config';
import { useSession } from '../../lib/session';

const AnnouncementBar = lazy(() => import('../../features/announcements/announcement-bar'));
const TermsSheet = lazy(() => import('../../features/terms/terms-sheet'));

/** Announcements, and the question for the terms; their code loads where there are any. */
export function OperatorWords() {
  const instance = useServerConfig()?.instance;
  const { user } = useSession();
  const { pathname } = useLocation();
  const terms = instance?.terms;
  return (
    <Suspense fallback={null}>
      {instance && instance.announcements.length > 0 && <AnnouncementBar announcements={instance.announcements} />}
      {/* In the settings people export their data or delete the account. */}
      {terms && user && pathname !== '/settings' && !knowsTerms(user.id, terms.version) && (
        <TermsSheet key={`${user.id}/${terms.version}`} userId={user.id} terms={terms} />
      )}
    </Suspense>
  );
}
