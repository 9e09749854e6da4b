import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionInfo } from '@inkling/contracts';
import { ApiFailure, call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';
import { toastFailure } from '../../../lib/toast-failure';

const SESSIONS = [routes.sessions] as const;

/** The user's sessions. */
export const useSessions = () =>
  useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => call(routes.sessions, { signal }),
    staleTime: 0,
  });

/** Ends one session. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(routes.endSession, { params: { sessionId: id } }),
    onSuccess: (_answer, id) => {
      client.setQueryData<SessionInfo[]>(SESSIONS, (list) => list?.filter((session) => session.id !== id));
      toast({ title: t('settings.ended') });
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: SESSIONS });
      // Already ended.
      if (error instanceof ApiFailure && error.code === 'session-not-found') return;
      toastFailure(t('settings.endFailed'), error);
    },
  });
}

/** Call when other sessions have ended, as after a change of the password. */
export function useRefreshSessions(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: SESSIONS });
}
