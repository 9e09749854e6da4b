import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionInfo } from '@inkling/contracts';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';

const SESSIONS = [routes.sessions.path] as const;

/** Where one is signed in. */
export const useSessions = () =>
  useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => call(routes.sessions, { signal }),
    staleTime: 0,
  });

/** Signs out in one place. */
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
      // Over already: that is what was asked for.
      if (error instanceof ApiFailure && error.code === 'session-not-found') return;
      toast({
        title: t('settings.endFailed'),
        description: messageOf(error, t('session.tryAgain')),
        variant: 'destructive',
      });
    },
  });
}

/** The other sessions have ended, as after a change of the password. */
export function useRefreshSessions(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: SESSIONS });
}
