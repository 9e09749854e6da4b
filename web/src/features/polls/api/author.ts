import { useQuery } from '@tanstack/react-query';
import type { Author, Poll, PublicUser } from '@inkling/contracts';
import { api } from '../../../lib/api';

/** The author of a poll; asked for when the poll came without (spec 7, GET /api/users/{id}). */
export function useAuthor(poll: Pick<Poll, 'user' | 'userId'>): Author | null {
  const { data } = useQuery({
    queryKey: ['users', poll.userId],
    queryFn: ({ signal }) => api.get<PublicUser>(`/api/users/${poll.userId}`, { signal }),
    enabled: poll.user === null && poll.userId > 0,
  });
  return poll.user ?? data ?? null;
}
