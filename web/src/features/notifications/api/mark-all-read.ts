import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '@inkling/contracts';
import { call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { ME } from '../../../lib/session';
import { storedUserId } from '../../../lib/storage';
import { toast } from '../../../lib/toast';
import { NOTICES, readAll, UNREAD, type NoticePages } from './notice-cache';

/** Marks every notice as read: at once here, and back when the server refuses (spec 8, Notifications and contact). */
export function useMarkAllRead() {
  const client = useQueryClient();
  // Without a network it is whoever was here last.
  const viewer = () => client.getQueryData<User | null>(ME)?.id ?? storedUserId();
  return useMutation({
    mutationFn: () => call(routes.markAllRead),
    onMutate: async () => {
      await Promise.all([client.cancelQueries({ queryKey: NOTICES }), client.cancelQueries({ queryKey: UNREAD })]);
      const before = {
        viewer: viewer(),
        pages: client.getQueryData<NoticePages>(NOTICES),
        count: client.getQueryData<number>(UNREAD),
      };
      readAll(client);
      return before;
    },
    onSuccess: ({ count }, _variables, before) => {
      // The session has ended while it was on its way, or is somebody else's by now.
      if (viewer() !== before.viewer) return;
      // What has come meanwhile is unread.
      client.setQueryData<number>(UNREAD, count);
      toast({ title: t('notifications.marked'), description: t('notifications.markedText') });
    },
    onError: (error, _variables, before) => {
      if (viewer() !== before?.viewer) return;
      client.setQueryData(NOTICES, before?.pages);
      client.setQueryData(UNREAD, before?.count);
      toast({
        title: t('notifications.markFailed'),
        description: messageOf(error, t('notifications.markFailedText')),
        variant: 'destructive',
      });
    },
  });
}
