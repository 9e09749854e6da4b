import { Suspense, useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { t, useLocale } from '../../lib/i18n';
import { useSession } from '../../lib/session';
import { clearRedirect, peekRedirect, saveRedirect } from '../../lib/redirect';
import { toast } from '../../lib/toast';
import { GuardPlaceholder } from './guard-placeholder';
import { Unreachable } from './unreachable';

/**
 * Pages that need a session: while it loads a placeholder, without one /login with the way back remembered (spec 4,
 * Access guard).
 */
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
    // The form itself says so when the session ends under it (spec 8, Profile and social).
    if (path === '/create-profile' && !wasIn.current)
      toast({ title: t('profileSetup.authRequired'), variant: 'destructive' });
  }, [turnedAway, path]);

  useEffect(() => {
    if (arrived && peekRedirect() === path) clearRedirect();
  }, [arrived, path]);

  if (status === 'signed-out') return <Navigate to="/login" replace state={loggedOut ? { mode: 'login' } : null} />;
  if (unreachable) return <Unreachable obstacle={unreachable} onRetry={retry} />;
  if (status === 'loading') return <GuardPlaceholder />;
  return (
    // Another account, signed in by another tab, finds nothing of what the one before has typed.
    <Suspense key={user?.id} fallback={<GuardPlaceholder />}>
      <Outlet />
    </Suspense>
  );
}

/** Everything but /create-profile: a user with an incomplete profile is confined to that (spec 6). */
export function ConfinedRoute() {
  const { user } = useSession();
  return user?.hasCompletedProfile ? <Outlet /> : <Navigate to="/create-profile" replace />;
}

/** /create-profile itself: nothing to do there for someone whose profile is complete. */
export function SetupRoute() {
  const { user } = useSession();
  return user?.hasCompletedProfile ? <Navigate to="/home" replace /> : <Outlet />;
}
