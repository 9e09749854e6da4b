import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecentSearch } from '@inkling/contracts';
import { ApiFailure, call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toastFailure } from '../../../lib/toast-failure';

const RECENT = [routes.recentSearches] as const;

/** The viewer's recent searches, read whenever they show, because every search changes them. */
export const useRecentSearches = () =>
  useQuery({
    queryKey: RECENT,
    queryFn: ({ signal }) => call(routes.recentSearches, { signal }),
    staleTime: 0,
  });

/** Deletes a recent search: it disappears at once, and returns when the server refuses. */
export function useForgetSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(routes.deleteRecentSearch, { params: { id } }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: RECENT });
      client.setQueryData<RecentSearch[]>(RECENT, (list) => list?.filter((search) => search.id !== id));
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: RECENT });
      if (error instanceof ApiFailure && error.code === 'search-not-found') return;
      toastFailure(t('search.deleteFailed'), error);
    },
  });
}
