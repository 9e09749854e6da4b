import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '../../../../lib/api';
import { t } from '../../../../lib/i18n';
import { toast } from '../../../../lib/toast';
import { toastFailure } from '../../../../lib/toast-failure';
import { doneName } from '../model/act-words';

/** Takes an act back, and reads everything of the administration again that it has changed. */
export function useUndoAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (actId: number) => call(routes.undoAct, { params: { actId } }),
    onSuccess: (act) => toast({ title: t('adminCase.undone', { act: doneName(act) }) }),
    onError: (error) => toastFailure(t('adminCase.undoFailed'), error),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes('/api/admin/') }),
  });
}
