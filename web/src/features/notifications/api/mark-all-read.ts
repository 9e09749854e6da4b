import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '@inkling/contracts';
import { call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { ME } from '../../../lib/session';
import { storedUserId } from '../../../lib/storage';
import { toast } from '../../../lib/toast';
import { NOTIFICATIONS, readAll, UNREAD, type NotificationPages } from './notification-cache';

/** Marks every notification as read: at once here, reverted when the server refuses. */
export function useMarkAllRead() {
  const client = useQueryClient();
  // Without a network, the last user of this browser.
  const viewer = () => client.getQueryData<User | null>(ME)?.id ?? storedUserId();
  return useMutation({
    mutationFn: () => call(routes.markAllRead),
    onMutate: async () => {
      await Promise.all([
        client.cancelQueries({ queryKey: NOTIFICATIONS }),
        client.cancelQueries({ queryKey: UNREAD }),
      ]);
      const before = {
        viewer: viewer(),
        pages: client.getQueryData<NotificationPages>(NOTIFICATIONS),
        count: client.getQueryData<number>(UNREAD),
      };
      readAll(client);
      return before;
    },
    onSuccess: ({ count }, _variables, before) => {
      // Meanwhile the session has ended or belongs to someone else.
      if (viewer() !== before.viewer) return;
      // Notifications that arrived meanwhile are unread.
      client.setQueryData<number>(UNREAD, count);
      toast({ title: t('notifications.marked'), description: t('notifications.markedText') });
    },
    onError: (error, _variables, before) => {
      if (viewer() !== before?.viewer) return;
      client.setQueryData(NOTIFICATIONS, before?.pages);
      client.setQueryData(UNREAD, before?.count);
      // Reads that were cancelled above may have had something newer, or the first count.
      void client.invalidateQueries({ queryKey: NOTIFICATIONS });
      void client.invalidateQueries({ queryKey: UNREAD });
      toast({
        title: t('notifications.markFailed'),
        description: messageOf(error, t('notifications.markFailedText')),
        variant: 'destructive',
      });
    },
  });
}
