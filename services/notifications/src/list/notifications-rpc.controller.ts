import { adminRpc, notificationsRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { NotificationsService } from './notifications.service.js';
import { UnreadCounts } from './unread-counts.repository.js';

@RpcController()
export class NotificationsRpcController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly unread: UnreadCounts,
  ) {}

  @Rpc(notificationsRpc.list)
  list({ userId, cursor }: RpcRequestOf<typeof notificationsRpc.list>) {
    return this.notifications.list(userId, cursor);
  }

  @Rpc(notificationsRpc.unreadCount)
  unreadCount({ userId }: RpcRequestOf<typeof notificationsRpc.unreadCount>) {
    return this.notifications.unreadCount(userId);
  }

  @Rpc(notificationsRpc.markAllRead)
  markAllRead({ userId }: RpcRequestOf<typeof notificationsRpc.markAllRead>) {
    return this.notifications.markAllRead(userId);
  }

  @Rpc(notificationsRpc.markRead)
  markRead({ userId, notificationId }: RpcRequestOf<typeof notificationsRpc.markRead>) {
    return this.notifications.markRead(userId, notificationId);
  }

  @Rpc(notificationsRpc.remove)
  async remove({ userId, notificationId }: RpcRequestOf<typeof notificationsRpc.remove>) {
    await this.notifications.remove(userId, notificationId);
    return {};
  }

  @Rpc(notificationsRpc.test)
  test({ actorId, userId }: RpcRequestOf<typeof notificationsRpc.test>) {
    return this.notifications.test(actorId, userId);
  }

  @Rpc(adminRpc.recountNotifications)
  recount() {
    return this.unread.recount();
  }
}
