import type { Notification } from '@inkling/contracts';
import type { NotificationRow } from './notifications.sql.js';

export const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  type: row.kind,
  read: row.read,
  createdAt: new Date(row.at).toISOString(),
  actor:
    row.actorId === null
      ? null
      : { id: row.actorId, username: row.username, name: row.name ?? '', profilePicture: row.profilePicture },
  count: row.count,
  poll:
    row.pollId === null || row.question === null
      ? null
      : { id: row.pollId, question: row.question, ...(row.leaders && { leaders: row.leaders }) },
  comment: row.commentId === null || row.content === null ? null : { id: row.commentId, content: row.content },
  ...(row.notice === null ? {} : { notice: row.notice }),
});
