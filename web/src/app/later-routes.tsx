import { useRoutes, type RouteObject } from 'react-router';
import NotFoundPage from '../features/not-found/not-found-page';
import { ConfinedRoute, SessionRoute } from './guards/access-guard';
import { lazyPage } from './lazy-page';

const operatorPages = () => import('../features/legal/operator-pages');

/** Addresses that few people open: the first chunk does not list them and their files. */
const laterRoutes: RouteObject[] = [
  {
    element: <SessionRoute />,
    children: [
      {
        element: <ConfinedRoute />,
        children: [
          { path: '/admin/*', ...lazyPage(() => import('./admin/admin-routes')) },
          {
            ...lazyPage(() => import('./shell/shell')),
            children: [{ path: '/debug', ...lazyPage(() => import('../features/debug/debug-page')) }],
          },
        ],
      },
    ],
  },
  { path: '/rules', ...lazyPage(() => operatorPages().then((page) => ({ default: page.RulesPage }))) },
  { path: '/cookies', ...lazyPage(() => operatorPages().then((page) => ({ default: page.CookiesPage }))) },
  { path: '/imprint', ...lazyPage(() => operatorPages().then((page) => ({ default: page.ImprintPage }))) },
  { path: '/suspended', ...lazyPage(() => import('./routes/suspended-route')) },
  { path: '*', element: <NotFoundPage /> },
];

/** The page of an address that the first chunk does not know. */
export default function LaterRoutes() {
  return useRoutes(laterRoutes);
}
