import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '../../../lib/api';
import { NOTICES, readOne, UNREAD } from './notice-cache';

/** Marks a notice that was opened as read: at once here, and as the server says when it refuses. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(routes.readNotification, { params: { id } }),
    onMutate: async (id) => {
      // An answer on its way would make it unread again.
      await Promise.all([client.cancelQueries({ queryKey: NOTICES }), client.cancelQueries({ queryKey: UNREAD })]);
      readOne(client, id);
    },
    // Nobody waits for this: what is still unread is shown so again, without a word.
    onError: () => {
      void client.invalidateQueries({ queryKey: NOTICES });
      void client.invalidateQueries({ queryKey: UNREAD });
    },
  });
}
