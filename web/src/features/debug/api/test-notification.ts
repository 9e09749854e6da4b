import { useMutation } from '@tanstack/react-query';
import { call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';

/** `POST /api/debug/test-notification`; in production only to oneself. */
export const useTestNotification = () =>
  useMutation({
    mutationFn: (targetUserId: number) => call(routes.testNotification, { body: { targetUserId } }),
    onSuccess: () => toast({ title: t('debug.sent') }),
    onError: (error) =>
      toast({
        title: t('debug.error'),
        description: messageOf(error, t('debug.notificationFailed')),
        variant: 'destructive',
      }),
  });

/** Votes for the first or the second option at random. */
export const useTestVote = () =>
  useMutation({
    mutationFn: async (pollId: number) => {
      const optionIndex = Math.floor(Math.random() * 2);
      await call(routes.vote, { body: { pollId, optionIndex } });
      return optionIndex;
    },
    onSuccess: (optionIndex, pollId) =>
      toast({
        title: t('debug.voted'),
        description: t('debug.votedText', { option: optionIndex + 1, poll: String(pollId) }),
      }),
    onError: (error) =>
      toast({ title: t('debug.error'), description: messageOf(error, t('debug.voteFailed')), variant: 'destructive' }),
  });
