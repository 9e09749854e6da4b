import { useQuery } from '@tanstack/react-query';
import type { Author, Poll } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';

/** The author of a poll or comment; read from the server when it came without. */
export function useAuthor({ user, userId }: Pick<Poll, 'user' | 'userId'>): Author | null {
  const { data } = useQuery({
    queryKey: ['users', userId],
    queryFn: ({ signal }) => call(routes.user, { params: { id: userId }, signal }),
    enabled: user === null && userId > 0,
  });
  return user ?? data ?? null;
}
