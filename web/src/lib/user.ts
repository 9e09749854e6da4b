import { useQuery } from '@tanstack/react-query';
import type { ProfileView, PublicUser } from '@inkling/contracts';
import { call, routes } from './api';
import { withLastCounts, type Counting } from './counts';
import { useSession } from './session';

const STALE_MS = 10_000;

/** Another user carries how the viewer stands to them. */
type SeenUser = PublicUser & Partial<Pick<ProfileView, 'blocked' | 'muted'>>;

/**
 * A user with their counts: the viewer (`GET /api/users/me`) or another user (`GET /api/users/{id}`). Read again while
 * the server cannot give all of the counts.
 */
export function useUser(id: number | 'me') {
  const { user } = useSession();
  const queryKey = ['users', id];
  return useQuery({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Counting<SeenUser>> => {
      const read: SeenUser = await (id === 'me'
        ? call(routes.myUser, { signal })
        : call(routes.user, { params: { id }, signal }));
      return withLastCounts(read, client.getQueryData<Counting>(queryKey) ?? user);
    },
    placeholderData: id === 'me' ? (user ?? undefined) : undefined,
    enabled: id === 'me' || (Number.isSafeInteger(id) && id > 0),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data?.countsMissing ? STALE_MS : false),
  });
}
