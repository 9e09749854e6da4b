import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Poll } from '@inkling/contracts';
import { call, routes } from '../../../lib/api';
import { announce } from '../../../lib/announcer';
import { t } from '../../../lib/i18n';
import { toastFailure } from '../../../lib/toast-failure';
import { changePoll } from '../cache/cached-polls';
import '../../../lib/i18n/poll-strings';

/** Switches the comments of the user's own poll off or on, and shows it once the server has done it. */
export function useSwitchComments({ id, commentsOff = false }: Pick<Poll, 'id' | 'commentsOff'>) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => call(routes.switchComments, { params: { id }, body: { off: !commentsOff } }),
    onSuccess: ({ commentsOff: off }) => {
      changePoll(client, id, (poll) => ({ ...poll, commentsOff: off }));
      announce(t(off ? 'polls.commentsAreOff' : 'polls.commentsAreOn'));
    },
    onError: (error) => toastFailure(t('polls.switchFailed'), error),
  });
}
