import { useQueryClient, type MutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Poll, SaveState } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { tellLimit } from '../../../lib/limits/limit';
import { useSession } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import { pollKeys } from '../cache/query-keys';
import { pollStore, startMutation } from '../cache/poll-store';
import '../../../lib/i18n/poll-strings';

interface Save {
  poll: Poll;
  value: boolean;
  token: number;
}

const saving = (client: QueryClient, pollId: number): MutationOptions<SaveState, unknown, Save> => ({
  networkMode: 'always',
  scope: { id: `save-${pollId}` },
  mutationFn: ({ poll, value }) =>
    value ? call(routes.save, { body: { pollId: poll.id } }) : call(routes.unsave, { params: { pollId: poll.id } }),
  onSuccess: (answer, { poll, token }) => {
    pollStore(client).settle(poll.id, token, (truth) => ({ ...truth, userSaved: answer.userSaved }));
    // Read again when the list is next opened; a row that vanished under the finger would be worse.
    void client.invalidateQueries({ queryKey: pollKeys.list('me', 'saved'), refetchType: 'none' });
    toast({ title: t(answer.userSaved ? 'polls.saved' : 'polls.unsaved') });
  },
  onError: (error, { poll, token }) => {
    pollStore(client).settle(poll.id, token);
    if (tellLimit(error)) return;
    toast({ title: t('polls.saveFailed'), description: t('polls.saveFailedText'), variant: 'destructive' });
  },
});

/** Saves a poll or removes it from the saved ones; only for signed-in users. */
export function useSave(pollId: number) {
  const client = useQueryClient();
  const { user } = useSession();
  return {
    toggle: (poll: Poll): void => {
      if (!user)
        return toast({
          title: t('polls.authRequired'),
          description: t('polls.authRequiredSave'),
          variant: 'destructive',
        });
      const value = !poll.userSaved;
      startMutation(client, saving(client, pollId), { poll, value, token: pollStore(client).beginSave(poll, value) });
    },
  };
}
