import { useQueryClient, type MutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Poll } from '@inkling/contracts';
import { ApiFailure, call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { tellLimit } from '../../../lib/limits/limit';
import { toast } from '../../../lib/toast';
import { toastFailure } from '../../../lib/toast-failure';
import { pollStore, startMutation } from '../cache/poll-store';
import { refreshPoll } from './read-poll';
import '../../../lib/i18n/poll-strings';

interface Reminder {
  value: boolean;
  token: number;
}

const reminding = (client: QueryClient, id: number): MutationOptions<unknown, unknown, Reminder> => ({
  networkMode: 'always',
  scope: { id: `reminder-${id}` },
  mutationFn: ({ value }) => call(value ? routes.setReminder : routes.removeReminder, { params: { id } }),
  onSuccess: (_answer, { value, token }) => {
    pollStore(client).settle(id, token, (truth) => ({ ...truth, userReminded: value }));
    toast({ title: t(value ? 'polls.resultWillBeTold' : 'polls.resultWillNotBeTold') });
  },
  onError: (error, { token }) => {
    pollStore(client).settle(id, token);
    if (tellLimit(error)) return;
    toastFailure(t('polls.saveFailed'), error);
    if (error instanceof ApiFailure && error.code === 'poll-ended') void refreshPoll(client, id);
  },
});

/** Asks to be told a poll's result when it ends, or takes that back. */
export function useReminder({ id }: Pick<Poll, 'id'>) {
  const client = useQueryClient();
  return {
    toggle: (poll: Poll): void => {
      const value = !poll.userReminded;
      const token = pollStore(client).beginReminder(poll, value);
      startMutation(client, reminding(client, id), { value, token });
    },
  };
}
