import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Notification } from '@inkling/contracts';
import { type ListPage, routes } from '../../../lib/api';

/** Cache keys of the list and of the unread count. */
export const NOTIFICATIONS = [routes.notifications] as const;
export const UNREAD = [routes.unreadCount] as const;

export type NotificationPages = InfiniteData<ListPage<Notification>>;

/** All notifications read so far, each once, the latest first: one that has grown can be on two pages. */
export function notificationsOf(data: NotificationPages | undefined): Notification[] {
  const byId = new Map<number, Notification>();
  for (const page of data?.pages ?? [])
    for (const notification of page.items) if (!byId.has(notification.id)) byId.set(notification.id, notification);
  return [...byId.values()];
}

const mapped = (data: NotificationPages, change: (items: Notification[]) => Notification[]): NotificationPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: change(page.items) })),
});

/**
 * Puts a new or grown notification at the top of the list, replacing one with the same id.
 * @returns whether it adds to the unread ones
 */
export function placeNotification(client: QueryClient, notification: Notification): boolean {
  const before = notificationsOf(client.getQueryData<NotificationPages>(NOTIFICATIONS)).find(
    ({ id }) => id === notification.id,
  );
  client.setQueryData<NotificationPages>(NOTIFICATIONS, (data) => {
    if (!data) return data;
    const [first, ...rest] = mapped(data, (items) => items.filter(({ id }) => id !== notification.id)).pages;
    return first ? { ...data, pages: [{ ...first, items: [notification, ...first.items] }, ...rest] } : data;
  });
  return before?.read !== false;
}

/** Removes a notification from the list, and from the count when it was unread. */
export function dropNotification(client: QueryClient, id: number): void {
  const notification = notificationsOf(client.getQueryData<NotificationPages>(NOTIFICATIONS)).find(
    (one) => one.id === id,
  );
  client.setQueryData<NotificationPages>(
    NOTIFICATIONS,
    (data) => data && mapped(data, (items) => items.filter((one) => one.id !== id)),
  );
  if (notification && !notification.read)
    client.setQueryData<number>(UNREAD, (count) => (count === undefined ? count : Math.max(0, count - 1)));
}

/** Marks one notification as read, in the list and in the count. */
export function readOne(client: QueryClient, id: number): void {
  const notification = notificationsOf(client.getQueryData<NotificationPages>(NOTIFICATIONS)).find(
    (one) => one.id === id,
  );
  if (!notification || notification.read) return;
  client.setQueryData<NotificationPages>(
    NOTIFICATIONS,
    (data) => data && mapped(data, (items) => items.map((one) => (one.id === id ? { ...one, read: true } : one))),
  );
  client.setQueryData<number>(UNREAD, (count) => (count === undefined ? count : Math.max(0, count - 1)));
}

/** Marks all as read, in the list and in the count. */
export function readAll(client: QueryClient): void {
  client.setQueryData<NotificationPages>(
    NOTIFICATIONS,
    (data) => data && mapped(data, (items) => items.map((one) => (one.read ? one : { ...one, read: true }))),
  );
  client.setQueryData<number>(UNREAD, 0);
}
