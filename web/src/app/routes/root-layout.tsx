import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { Toaster } from '../../components/ui/toast';
import { useLocale } from '../../lib/i18n';
import { usePendingVote } from '../../lib/pending-vote/pending-vote';
import { useSession } from '../../lib/session';
import { FocusMemory } from './focus-memory';
import { PageErrorBoundary } from './page-error';
import { ScrollMemory } from './scroll-memory';

const CastPendingVote = lazy(() => import('../../features/polls/cast-pending-vote'));

/** Casts a choice made before signing in as soon as the user can vote, on any page. */
function PendingVoteCaster() {
  const { user } = useSession();
  const waiting = usePendingVote();
  if (!waiting || !user?.hasCompletedProfile) return null;
  return (
    <Suspense fallback={null}>
      <CastPendingVote key={`${user.id}/${waiting.pollId}/${user.emailVerified}`} userId={user.id} />
    </Suspense>
  );
}

/** What every page shares: navigation, scroll position on return, messages. */
export function RootLayout() {
  useLocale();
  return (
    <PageErrorBoundary>
      <ScrollMemory />
      <FocusMemory />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
      <PendingVoteCaster />
      <Toaster />
    </PageErrorBoundary>
  );
}
