import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Splash } from '../../components/ui/splash';
import { useLocale } from '../../lib/i18n';
import { useSession } from '../../lib/session';
import { storedUser } from '../../lib/storage';
import { hasTrackingParameters } from '../../lib/tracking';

/** Milliseconds of the splash (spec 9, Landing). */
const SPLASH_MS = 1000;

/** The landing page's code. */
export const loadLanding = () => import('../../features/landing/landing-page');
const LandingPage = lazy(loadLanding);

/** `/`: the splash for its second, then the landing page; someone signed in goes to /home (spec 2). */
export function LandingRoute() {
  useLocale();
  const { status, unreachable } = useSession();
  const { search, hash } = useLocation();
  const [splash, setSplash] = useState(true);
  const [returning] = useState(() => storedUser() !== null);

  useEffect(() => {
    const timer = setTimeout(() => setSplash(false), SPLASH_MS);
    return () => clearTimeout(timer);
  }, []);

  if (status === 'signed-in') return <Navigate to="/home" replace />;
  if (hasTrackingParameters(search)) return <Navigate to={{ pathname: '/', hash }} replace />;
  const deciding = returning && status === 'loading' && !unreachable;
  if (splash || deciding) return <Splash />;
  return (
    <Suspense fallback={<Splash />}>
      <LandingPage />
    </Suspense>
  );
}
