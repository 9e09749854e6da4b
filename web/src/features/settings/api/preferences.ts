import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationPreferences, PreferencesBody } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toastFailure } from '../../../lib/toast-failure';

const PREFERENCES = [routes.preferences] as const;

/** Which notifications the user gets, and whether they may be named. */
export const usePreferences = () =>
  useQuery({
    queryKey: PREFERENCES,
    queryFn: ({ signal }) => call(routes.preferences, { signal }),
  });

/** The preferences with a change in them. */
export function withChange(before: NotificationPreferences, change: PreferencesBody): NotificationPreferences {
  const after = { ...before, nameInVotes: change.nameInVotes ?? before.nameInVotes };
  for (const kind of ['vote', 'comment', 'like', 'follow', 'poll_ended', 'new_poll'] as const)
    after[kind] = { ...before[kind], ...change[kind] };
  return after;
}

/** Saves a change: it shows at once, and is reverted when the server refuses. */
export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    // Presses in quick succession reach the server in order.
    scope: { id: 'preferences' },
    mutationFn: (change: PreferencesBody) => call(routes.savePreferences, { body: change }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: PREFERENCES });
      client.setQueryData<NotificationPreferences>(PREFERENCES, (before) => before && withChange(before, change));
    },
    onError: (error) => toastFailure(t('settings.saveFailed'), error),
    onSettled: () => {
      if (client.isMutating({ predicate: ({ options }) => options.scope?.id === 'preferences' }) === 1)
        void client.invalidateQueries({ queryKey: PREFERENCES });
    },
  });
}
