import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '../../../lib/api';
import { NOTIFICATIONS, readOne, UNREAD } from './notification-cache';

/** Marks an opened notification as read: at once here, reverted when the server refuses. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(routes.readNotification, { params: { id } }),
    onMutate: async (id) => {
      // An answer to an earlier read would make it unread again.
      await Promise.all([
        client.cancelQueries({ queryKey: NOTIFICATIONS }),
        client.cancelQueries({ queryKey: UNREAD }),
      ]);
      readOne(client, id);
    },
    // Nobody waits for this, so a failure is not announced; the list shows again what is unread.
    onError: () => {
      void client.invalidateQueries({ queryKey: NOTIFICATIONS });
      void client.invalidateQueries({ queryKey: UNREAD });
    },
  });
}
