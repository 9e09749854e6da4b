import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Poll } from '@inkling/contracts';
import { ApiFailure, call, routes } from '../../../lib/api';
import { askToConfirmEmail } from '../../../lib/confirm-email';
import { t } from '../../../lib/i18n';
import { live } from '../../../lib/realtime';
import { toastFailure } from '../../../lib/toast-failure';
import { receivePoll, refreshPoll } from './read-poll';
import '../ballots/strings';

/**
 * Gives up the viewer's vote on a poll and shows its results.
 * @param onDone runs when the results are there, or cannot be
 */
export function useAbstain({ id }: Pick<Poll, 'id'>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => receivePoll(client, () => call(routes.abstain, { params: { id } })),
    onSuccess: () => live.refresh(id),
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === 'email-unverified') return askToConfirmEmail();
      toastFailure(t('ballots.abstainFailed'), error);
      // A vote from another device, or the end, shows the results as well.
      void refreshPoll(client, id);
    },
    onSettled: onDone,
  });
}
