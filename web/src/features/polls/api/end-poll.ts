import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Poll } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toastFailure } from '../../../lib/toast-failure';
import { receivePoll, refreshPoll } from './read-poll';
import '../ballots/strings';

/** Ends the user's own poll now. `onDone` runs when it has ended, or could not be. */
export function useEndPoll({ id }: Pick<Poll, 'id'>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => receivePoll(client, () => call(routes.endPoll, { params: { id } })),
    onError: (error) => {
      toastFailure(t('ballots.endFailed'), error);
      void refreshPoll(client, id);
    },
    onSettled: onDone,
  });
}
