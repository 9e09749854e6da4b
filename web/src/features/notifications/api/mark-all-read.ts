import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, messageOf } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';
import { NOTICES, readAll, UNREAD, type NoticePages } from './notice-cache';

/** Marks every notice as read: at once here, and back when the server refuses (spec 8, Notifications and contact). */
export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<{ count: number }>('/api/notifications/mark-all-read', {}),
    onMutate: async () => {
      await Promise.all([client.cancelQueries({ queryKey: NOTICES }), client.cancelQueries({ queryKey: UNREAD })]);
      const before = { pages: client.getQueryData<NoticePages>(NOTICES), count: client.getQueryData<number>(UNREAD) };
      readAll(client);
      return before;
    },
    onSuccess: ({ count }) => {
      // What has come meanwhile is unread.
      client.setQueryData<number>(UNREAD, count);
      toast({ title: t('notifications.marked'), description: t('notifications.markedText') });
    },
    onError: (error, _variables, before) => {
      client.setQueryData(NOTICES, before?.pages);
      client.setQueryData(UNREAD, before?.count);
      toast({ title: t('notifications.markFailed'), description: messageOf(error, t('notifications.markFailedText')), variant: 'destructive' });
    },
  });
}
