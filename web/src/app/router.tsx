import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type LazyRouteFunction, type RouteObject } from 'react-router-dom';
import { GuardPlaceholder } from './guards/guard-placeholder';
import { ConfinedRoute, SessionRoute, SetupRoute } from './guards/access-guard';
import { LandingRoute } from './routes/landing-route';
import { RootLayout } from './routes/root-layout';
import { RouteError } from './routes/route-error';

type Page = () => Promise<{ default: ComponentType }>;

/** A page that loads when it is first visited. */
const page = (load: Page): LazyRouteFunction<RouteObject> => async () => ({ Component: (await load()).default });

/** Every address of the application (spec 2). */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <GuardPlaceholder />,
    children: [
      { path: '/', element: <LandingRoute /> },
      { path: '/login', lazy: page(() => import('../features/auth/login-page')) },
      { path: '/auth/success', lazy: page(() => import('../features/auth/auth-success-page')) },
      {
        element: <SessionRoute />,
        children: [
          { element: <SetupRoute />, children: [{ path: '/create-profile', lazy: page(() => import('../features/profile-setup/create-profile-page')) }] },
          {
            element: <ConfinedRoute />,
            children: [
              {
                lazy: async () => ({ Component: (await import('./shell/shell')).Shell }),
                children: [
                  { path: '/home', lazy: page(() => import('../features/feed/home-page')) },
                  { path: '/create', lazy: page(() => import('../features/create/create-page')) },
                  { path: '/poll/:id', lazy: page(() => import('../features/polls/poll-page')) },
                  { path: '/profile/:id?', lazy: page(() => import('../features/profile/profile-page')) },
                ],
              },
            ],
          },
        ],
      },
      // The specification names both; /create is the canonical one (decisions, Routes).
      { path: '/create-poll', element: <Navigate to="/create" replace /> },
      { path: '*', lazy: page(() => import('../features/not-found/not-found-page')) },
    ],
  },
];

/** The router on the browser's address bar. */
export const createRouter = () => createBrowserRouter(routes);
