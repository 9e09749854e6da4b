import { startTransition, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Splash } from '../../components/ui/splash';
import { useLocale } from '../../lib/i18n';
import { useSession } from '../../lib/session';
import { storedUser } from '../../lib/storage';
import { hasTrackingParameters } from '../../lib/tracking';
import { lazyPage } from '../lazy-page';

/** Milliseconds of the splash. */
const SPLASH_MS = 1000;

/**
 * Milliseconds for which the splash of the page file was visible before the application's first frame; 0 without it.
 * The strokes continue from there.
 */
function splashSeen(): number {
  const painted = document.querySelector('#root > .first-splash')
    ? performance.getEntriesByName('first-contentful-paint')[0]
    : undefined;
  return painted ? performance.now() - painted.startTime : 0;
}

export const landing = lazyPage(() => import('../../features/landing/landing-page'));

/** `/`: the splash for a second, then the landing page; signed-in users go to /home. */
export function LandingRoute() {
  useLocale();
  const { status, unreachable } = useSession();
  const { search, hash } = useLocation();
  const [seen] = useState(splashSeen);
  const [splash, setSplash] = useState(seen < SPLASH_MS);
  const [returning] = useState(() => storedUser() !== null);

  useEffect(() => {
    // As a transition: the page is long, and the splash is still animating.
    const timer = setTimeout(() => startTransition(() => setSplash(false)), SPLASH_MS - seen);
    return () => clearTimeout(timer);
  }, [seen]);

  if (status === 'signed-in') return <Navigate to="/home" replace />;
  if (hasTrackingParameters(search)) return <Navigate to={{ pathname: '/', hash }} replace />;
  const deciding = returning && status === 'loading' && !unreachable;
  if (splash || deciding) return <Splash seen={seen} />;
  return <Suspense fallback={<Splash seen={seen} />}>{landing.element}</Suspense>;
}
