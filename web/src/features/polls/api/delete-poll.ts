import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { ME } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import { pollKeys } from '../cache/query-keys';
import { pollStore } from '../cache/poll-store';
import '../../../lib/i18n/poll-strings';

/**
 * Deletes the user's own poll; after the server has deleted it, it leaves every list.
 * @param onDeleted runs before the poll leaves the cache, so that its page can be left first
 */
export function useDeletePoll(onDeleted: () => void) {
  const client = useQueryClient();
  const done = (id: number) => {
    onDeleted();
    pollStore(client).remove(id);
    void client.invalidateQueries({ queryKey: ME });
    void client.invalidateQueries({ queryKey: ['users'] });
    void client.invalidateQueries({ queryKey: pollKeys.trending });
    toast({ title: t('polls.deleted'), description: t('polls.deletedText') });
  };
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => call(routes.deletePoll, { params: { id } }),
    onSuccess: (_answer, id) => done(id),
    onError: (error, id) => {
      // Already deleted, for example in another tab.
      if (error instanceof ApiFailure && error.status === 404) done(id);
      else
        toast({
          title: t('polls.deleteFailed'),
          description: messageOf(error, t('polls.deleteFailedText')),
          variant: 'destructive',
        });
    },
  });
}
