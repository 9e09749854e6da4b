import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Notification } from '@inkling/contracts';
import { type ListPage, routes } from '../../../lib/api';

/** Cache keys of the list and of the unread count. */
export const NOTICES = [routes.notifications] as const;
export const UNREAD = [routes.unreadCount] as const;

export type NoticePages = InfiniteData<ListPage<Notification>>;

/** All notifications read so far, each once, the latest first: one that has grown can be on two pages. */
export function noticesOf(data: NoticePages | undefined): Notification[] {
  const byId = new Map<number, Notification>();
  for (const page of data?.pages ?? [])
    for (const notice of page.items) if (!byId.has(notice.id)) byId.set(notice.id, notice);
  return [...byId.values()];
}

const mapped = (data: NoticePages, change: (items: Notification[]) => Notification[]): NoticePages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: change(page.items) })),
});

/**
 * Puts a new or grown notification at the top of the list, replacing one with the same id.
 * @returns whether it adds to the unread ones
 */
export function placeNotice(client: QueryClient, notice: Notification): boolean {
  const before = noticesOf(client.getQueryData<NoticePages>(NOTICES)).find(({ id }) => id === notice.id);
  client.setQueryData<NoticePages>(NOTICES, (data) => {
    if (!data) return data;
    const [first, ...rest] = mapped(data, (items) => items.filter(({ id }) => id !== notice.id)).pages;
    return first ? { ...data, pages: [{ ...first, items: [notice, ...first.items] }, ...rest] } : data;
  });
  return before?.read !== false;
}

/** Removes a notification from the list, and from the count when it was unread. */
export function dropNotice(client: QueryClient, id: number): void {
  const notice = noticesOf(client.getQueryData<NoticePages>(NOTICES)).find((one) => one.id === id);
  client.setQueryData<NoticePages>(
    NOTICES,
    (data) => data && mapped(data, (items) => items.filter((one) => one.id !== id)),
  );
  if (notice && !notice.read)
    client.setQueryData<number>(UNREAD, (count) => (count === undefined ? count : Math.max(0, count - 1)));
}

/** Marks one notification as read, in the list and in the count. */
export function readOne(client: QueryClient, id: number): void {
  const notice = noticesOf(client.getQueryData<NoticePages>(NOTICES)).find((one) => one.id === id);
  if (!notice || notice.read) return;
  client.setQueryData<NoticePages>(
    NOTICES,
    (data) => data && mapped(data, (items) => items.map((one) => (one.id === id ? { ...one, read: true } : one))),
  );
  client.setQueryData<number>(UNREAD, (count) => (count === undefined ? count : Math.max(0, count - 1)));
}

/** Marks all as read, in the list and in the count. */
export function readAll(client: QueryClient): void {
  client.setQueryData<NoticePages>(
    NOTICES,
    (data) => data && mapped(data, (items) => items.map((one) => (one.read ? one : { ...one, read: true }))),
  );
  client.setQueryData<number>(UNREAD, 0);
}
