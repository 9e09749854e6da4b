import { useEffect, useRef } from 'react';
import { useInView } from 'react-intersection-observer';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/ui/button';
import { Empty } from '../../components/ui/empty';
import { LoadFailed } from '../../components/ui/load-failed';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useServerOffset } from '../../lib/server-clock';
import { useSession } from '../../lib/session';
import { toast } from '../../lib/toast';
import { PullToRefresh } from '../polls/components/pull-to-refresh';
import { useDeleteNotification } from './api/delete-notification';
import { useMarkAllRead } from './api/mark-all-read';
import { useMarkRead } from './api/mark-read';
import { NOTIFICATIONS, notificationsOf, UNREAD, type NotificationPages } from './api/notification-cache';
import { useNotifications } from './api/notification-list';
import { useUnreadCount } from './api/unread-count';
import { NoticeRow } from './components/notice-row';
import { NotificationRow } from './components/notification-row';
import { NotificationPlaceholder } from './components/notification-placeholder';
import { groupNotifications } from './model/groups';
import styles from './notifications-page.module.css';
import './strings';

/** Distance from the end of the list at which the next page is read. */
const MARGIN = '100px';

function List() {
  const { user } = useSession();
  const query = useNotifications();
  const { mutate: remove } = useDeleteNotification();
  const { mutate: markRead } = useMarkRead();
  const { ref, inView } = useInView({ rootMargin: MARGIN });
  const list = useRef<HTMLDivElement>(null);
  /** The notification that is being deleted, and its place in the list. */
  const deleted = useRef<{ id: number; index: number } | null>(null);
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const notifications = notificationsOf(data);
  // The ages and groups depend on the time.
  useServerOffset();

  useEffect(() => {
    // After a failure only the button retries.
    if (inView && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [inView, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  useEffect(() => {
    const { current } = deleted;
    if (!current || notifications.some(({ id }) => id === current.id)) return;
    deleted.current = null;
    // Focuses the row that takes its place, so that the keyboard stays in the list.
    const buttons = list.current?.querySelectorAll<HTMLElement>('li > button:last-child');
    (buttons?.[Math.min(current.index, buttons.length - 1)] ?? list.current)?.focus({ preventScroll: true });
  }, [notifications]);

  const onDelete = (id: number) => {
    deleted.current = { id, index: notifications.findIndex((notification) => notification.id === id) };
    remove(id);
  };

  const onOpen = (id: number) => {
    if (notifications.some((notification) => notification.id === id && !notification.read)) markRead(id);
  };

  if (isPending) return <NotificationPlaceholder />;
  if (isError && notifications.length === 0)
    return (
      <LoadFailed title={t('notifications.failed')} busy={query.isFetching} onRetry={() => void query.refetch()} />
    );
  if (notifications.length === 0) return <Empty drawing="bell" title={t('notifications.empty')} />;
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      {groupNotifications(notifications).map((group) => (
        <section key={group.heading}>
          <h2 className={styles.heading}>{group.heading}</h2>
          <ul className={styles.rows}>
            {group.notifications.map((notification) =>
              notification.notice ? (
                <NoticeRow
                  key={notification.id}
                  notification={notification}
                  notice={notification.notice}
                  onDelete={onDelete}
                  onOpen={onOpen}
                />
              ) : (
                <NotificationRow
                  key={notification.id}
                  notification={notification}
                  viewerId={user?.id}
                  onDelete={onDelete}
                  onOpen={onOpen}
                />
              ),
            )}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <p ref={ref} className={styles.more}>
          <Button variant="line" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? t('notifications.loadingMore') : t('notifications.loadMore')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** `/notifications`: what has happened around the user's polls, by day. */
export default function NotificationsPage() {
  const client = useQueryClient();
  const { user } = useSession();
  const unread = useUnreadCount(user !== null);
  const markAll = useMarkAllRead();
  const { data, isError } = useNotifications();
  const nothing = data === undefined ? isError : notificationsOf(data).length === 0 && unread === 0;
  usePageTitle(t('notifications.title'));

  const onMarkAll = () => {
    if (markAll.isPending) return;
    const shown = notificationsOf(client.getQueryData<NotificationPages>(NOTIFICATIONS));
    if (unread > 0 || shown.some((notification) => !notification.read)) return markAll.mutate();
    toast({ title: t('notifications.noneUnread'), description: t('notifications.noneUnreadText') });
  };
  const refresh = () =>
    Promise.all([client.refetchQueries({ queryKey: NOTIFICATIONS }), client.refetchQueries({ queryKey: UNREAD })]);

  return (
    <div className="col">
      <PullToRefresh onRefresh={refresh}>
        <div className={`page-head ${styles.head}`}>
          <h1 className={`title ${styles.title}`}>{t('notifications.title')}</h1>
          {!nothing && (
            <Button variant="line" size="s" aria-disabled={markAll.isPending} onClick={onMarkAll}>
              {t('notifications.markAll')}
            </Button>
          )}
        </div>
        <List />
      </PullToRefresh>
    </div>
  );
}
