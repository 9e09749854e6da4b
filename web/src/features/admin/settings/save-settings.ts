import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@inkling/contracts';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { SERVER_CONFIG } from '../../../lib/server-config';
import { toast } from '../../../lib/toast';
import './strings';

const SETTINGS = [routes.adminSettings] as const;

/** The settings with their version. They are not read again while somebody edits them. */
export const useSettings = () =>
  useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => call(routes.adminSettings, { signal }),
    refetchOnWindowFocus: false,
  });

/** Saves changes. If somebody else has saved meanwhile, the settings are read again and the changes stay on screen. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'saveSettings'>) => call(routes.saveSettings, { body }),
    onSuccess: (saved) => {
      client.setQueryData(SETTINGS, saved);
      void client.invalidateQueries({ queryKey: SERVER_CONFIG });
      toast({ title: t('adminInstance.saved') });
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === 'settings-changed')
        void client.invalidateQueries({ queryKey: SETTINGS });
      const issue = error instanceof ApiFailure ? error.body?.issues?.[0]?.message : undefined;
      toast({
        title: t('adminInstance.notSaved'),
        description: issue ?? messageOf(error, t('session.tryAgain')),
        variant: 'destructive',
      });
    },
  });
}
