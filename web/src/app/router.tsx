import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes, Navigate, useRoutes, type RouteObject } from 'react-router';
import { ConfinedRoute, SessionRoute, SetupRoute } from './guards/access-guard';
import { lazyPage, type LazyPage } from './lazy-page';
import { landing, LandingRoute } from './routes/landing-route';
import { RootLayout } from './routes/root-layout';

/** Every address of the application, except those in `later-routes.tsx`. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    children: [
      { path: '/', element: <LandingRoute />, handle: landing.handle },
      { path: '/login', ...lazyPage(() => import('../features/auth/login-page')) },
      { path: '/auth/success', ...lazyPage(() => import('../features/auth/auth-success-page')) },
      { path: '/forgot-password', ...lazyPage(() => import('../features/account/forgot-password-page')) },
      { path: '/reset-password', ...lazyPage(() => import('../features/account/reset-password-page')) },
      { path: '/verify-email', ...lazyPage(() => import('../features/account/verify-email-page')) },
      { path: '/help', ...lazyPage(() => import('../features/help/help-page')) },
      {
        path: '/privacy',
        ...lazyPage(() => import('../features/legal/legal-page').then((page) => ({ default: page.PrivacyPage }))),
      },
      {
        path: '/terms',
        ...lazyPage(() => import('../features/legal/legal-page').then((page) => ({ default: page.TermsPage }))),
      },
      {
        element: <SessionRoute />,
        children: [
          {
            element: <SetupRoute />,
            children: [
              { path: '/create-profile', ...lazyPage(() => import('../features/profile-setup/create-profile-page')) },
            ],
          },
          {
            element: <ConfinedRoute />,
            children: [
              { path: '/edit-profile', ...lazyPage(() => import('../features/edit-profile/edit-profile-page')) },
              {
                ...lazyPage(() => import('./shell/shell')),
                children: [
                  { path: '/home', ...lazyPage(() => import('../features/feed/home-page')) },
                  { path: '/search', ...lazyPage(() => import('../features/search/search-page')) },
                  { path: '/create', ...lazyPage(() => import('../features/create/create-page')) },
                  { path: '/poll/:id', ...lazyPage(() => import('./routes/poll-route')) },
                  { path: '/notifications', ...lazyPage(() => import('../features/notifications/notifications-page')) },
                  { path: '/settings', ...lazyPage(() => import('../features/settings/settings-page')) },
                  {
                    path: '/profile/:id/followers',
                    ...lazyPage(() =>
                      import('../features/follows/follows-page').then((page) => ({ default: page.FollowersPage })),
                    ),
                  },
                  {
                    path: '/profile/:id/following',
                    ...lazyPage(() =>
                      import('../features/follows/follows-page').then((page) => ({ default: page.FollowingPage })),
                    ),
                  },
                  { path: '/profile/:id?', ...lazyPage(() => import('../features/profile/profile-page')) },
                ],
              },
            ],
          },
        ],
      },
      // /create is the canonical address; the other one is an alias.
      { path: '/create-poll', element: <Navigate to="/create" replace /> },
      { path: '*', ...lazyPage(() => import('./later-routes')) },
    ],
  },
];

const pagesAt = (pathname: string): LazyPage['handle'][] =>
  (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) => (route.handle as LazyPage['handle'] | undefined) ?? []);

/** Fetches the code of an address in parallel with other requests. Settles when it has loaded or failed to load. */
export async function preloadRoute(pathname: string): Promise<void> {
  await Promise.all(pagesAt(pathname).map((page) => page.preload()));
}

/** Reads the first data of an address into the cache. Settles when it has loaded or failed to load. */
export async function readRoute(pathname: string, client: QueryClient): Promise<void> {
  await Promise.all(pagesAt(pathname).map((page) => page.read(client)));
}

/** The page of the current address. */
export const AppRoutes = () => useRoutes(routes);
