import { useEffect, useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useRoutes } from 'react-router';
import NotFoundPage from '../../features/not-found/not-found-page';
import { ApiFailure } from '../../lib/api';
import { ME, useSession } from '../../lib/session';
import { AdminShell } from './admin-shell';
import { entriesFor, type AdminEntry } from './entries';

/** Reads the account again once the server refuses its role: the operator may have taken it meanwhile. */
function useTakenRole(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action;
        if (error instanceof ApiFailure && error.code === 'role-needed')
          void client.invalidateQueries({ queryKey: ME });
      }),
    [client],
  );
}

function Screens({ entries }: { entries: AdminEntry[] }) {
  useTakenRole();
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
