import { lazy, Suspense, useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { t, useLocale } from '../../lib/i18n';
import { useSession } from '../../lib/session';
import { clearRedirect, peekRedirect, saveRedirect } from '../../lib/redirect';
import { toast } from '../../lib/toast';
import { GuardPlaceholder } from './guard-placeholder';
import { Unreachable } from './unreachable';

/** Only people who wait for a moderator load this code. */
const WaitingRequest = lazy(() => import('../../components/waiting-request/waiting-request'));

/** Pages that need a session: a placeholder while it loads; without a session, /login with the way back remembered. */
export function SessionRoute() {
  useLocale();
  const { status, user, unreachable, retry, loggedOut } = useSession();
  const { pathname, search, hash } = useLocation();
  const path = pathname + search + hash;
  const turnedAway = status === 'signed-out' && !loggedOut;
  const arrived = user?.hasCompletedProfile === true;
  const wasIn = useRef(false);

  useEffect(() => {
    if (user) wasIn.current = true;
  }, [user]);

  useEffect(() => {
    if (!turnedAway) return;
    saveRedirect(path);
    // The form itself reports that the session ended.
    if (path === '/create-profile' && !wasIn.current)
      toast({ title: t('session.notLoggedIn'), variant: 'destructive' });
  }, [turnedAway, path]);

  useEffect(() => {
    if (arrived && peekRedirect() === path) clearRedirect();
  }, [arrived, path]);

  if (status === 'signed-out') return <Navigate to="/login" replace state={loggedOut ? { mode: 'login' } : null} />;
  if (unreachable) return <Unreachable obstacle={unreachable} onRetry={retry} />;
  if (status === 'loading') return <GuardPlaceholder />;
  if (user?.suspension) return <Navigate to="/suspended" replace />;
  return (
    // When another tab signs in to another account, nothing typed by the first user may remain.
    <Suspense key={user?.id} fallback={<GuardPlaceholder />}>
      {user?.waitingSince ? <WaitingRequest /> : <Outlet />}
    </Suspense>
  );
}

/** Confines users with an incomplete profile to /create-profile. */
export function ConfinedRoute() {
  const { user } = useSession();
  return user?.hasCompletedProfile ? <Outlet /> : <Navigate to="/create-profile" replace />;
}

/** /create-profile itself; users with a complete profile are sent on. */
export function SetupRoute() {
  const { user } = useSession();
  return user?.hasCompletedProfile ? <Navigate to="/home" replace /> : <Outlet />;
}
