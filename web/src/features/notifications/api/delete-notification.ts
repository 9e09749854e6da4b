import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';
import { dropNotification, NOTIFICATIONS, UNREAD } from './notification-cache';

/** Deletes one notification: it disappears at once, and the list is read again when the server refuses. */
export function useDeleteNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(routes.deleteNotification, { params: { id } }),
    onMutate: async (id) => {
      await Promise.all([
        client.cancelQueries({ queryKey: NOTIFICATIONS }),
        client.cancelQueries({ queryKey: UNREAD }),
      ]);
      dropNotification(client, id);
    },
    onError: (error) => {
      // Already deleted, for example in another tab.
      if (error instanceof ApiFailure && error.code === 'notification-not-found') return;
      toast({
        title: t('notifications.deleteFailed'),
        description: messageOf(error, t('notifications.deleteFailedText')),
        variant: 'destructive',
      });
      void client.invalidateQueries({ queryKey: NOTIFICATIONS });
      void client.invalidateQueries({ queryKey: UNREAD });
    },
  });
}
