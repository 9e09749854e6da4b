import { useQuery } from '@tanstack/react-query';
import type { PublicUser } from '@inkling/contracts';
import { api } from './api';
import { useSession } from './session';

/** A user with their counts: one's own (`GET /api/users/me`) or another's (`GET /api/users/{id}`). */
export function useUser(id: number | 'me') {
  const { user } = useSession();
  return useQuery({
    queryKey: ['users', id],
    queryFn: ({ signal }) => api.get<PublicUser>(`/api/users/${id}`, { signal }),
    placeholderData: id === 'me' ? (user ?? undefined) : undefined,
    enabled: id === 'me' || (Number.isSafeInteger(id) && id > 0),
    staleTime: 10_000,
  });
}
