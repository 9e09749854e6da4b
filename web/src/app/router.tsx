import { matchRoutes, Navigate, useRoutes, type RouteObject } from 'react-router-dom';
import { ConfinedRoute, SessionRoute, SetupRoute } from './guards/access-guard';
import { lazyPage, type LazyPage } from './lazy-page';
import { LandingRoute, loadLanding } from './routes/landing-route';
import { RootLayout } from './routes/root-layout';

/** Every address of the application (spec 2). */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    children: [
      { path: '/', element: <LandingRoute />, handle: lazyPage(loadLanding).handle },
      { path: '/login', ...lazyPage(() => import('../features/auth/login-page')) },
      { path: '/auth/success', ...lazyPage(() => import('../features/auth/auth-success-page')) },
      {
        element: <SessionRoute />,
        children: [
          { element: <SetupRoute />, children: [{ path: '/create-profile', ...lazyPage(() => import('../features/profile-setup/create-profile-page')) }] },
          {
            element: <ConfinedRoute />,
            children: [
              {
                ...lazyPage(() => import('./shell/shell')),
                children: [
                  { path: '/home', ...lazyPage(() => import('../features/feed/home-page')) },
                  { path: '/create', ...lazyPage(() => import('../features/create/create-page')) },
                  { path: '/poll/:id', ...lazyPage(() => import('../features/polls/poll-page')) },
                  { path: '/profile/:id?', ...lazyPage(() => import('../features/profile/profile-page')) },
                ],
              },
            ],
          },
        ],
      },
      // The specification names both; /create is the canonical one (decisions, Routes).
      { path: '/create-poll', element: <Navigate to="/create" replace /> },
      { path: '*', ...lazyPage(() => import('../features/not-found/not-found-page')) },
    ],
  },
];

/** Fetches the code of an address while the session is still being asked for, so that nothing waits in a row. */
export function preloadRoute(pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) (route.handle as LazyPage['handle'] | undefined)?.preload();
}

/** The page of the current address. */
export const AppRoutes = () => useRoutes(routes);
