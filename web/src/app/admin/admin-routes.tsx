import { useMemo } from 'react';
import { Navigate, useRoutes } from 'react-router';
import NotFoundPage from '../../features/not-found/not-found-page';
import { useSession } from '../../lib/session';
import { useAccountRefresh } from '../use-account-refresh';
import { AdminShell } from './admin-shell';
import { entriesFor, type AdminEntry } from './entries';

function Screens({ entries }: { entries: AdminEntry[] }) {
  // The operator may take the role while somebody is here.
  useAccountRefresh('role-needed');
  return useRoutes([
    {
      element: <AdminShell entries={entries} />,
      children: [
        { index: true, element: <Navigate to={`/admin/${entries[0]?.path}`} replace /> },
        ...entries.map(({ path, parameters, page }) => ({
          path: parameters ? `${path}/${parameters}` : path,
          ...page,
        })),
      ],
    },
    { path: '*', element: <NotFoundPage /> },
  ]);
}

/** `/admin` for those who have a role; for everybody else it does not exist (docs/product.md#roles). */
export default function AdminRoutes() {
  const { user } = useSession();
  const entries = useMemo(() => entriesFor(user?.role), [user?.role]);
  return entries.length > 0 ? <Screens entries={entries} /> : <NotFoundPage />;
}
