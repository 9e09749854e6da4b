import { adminRpc, notificationsRpc } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { NoticesService } from './notices.service.js';
import { UnreadCounts } from './unread-counts.repository.js';

@RpcController()
export class NoticesRpcController {
  constructor(
    private readonly notices: NoticesService,
    private readonly unread: UnreadCounts,
  ) {}

  @Rpc(notificationsRpc.list)
  list({ userId, cursor }: RpcRequestOf<typeof notificationsRpc.list>) {
    return this.notices.list(userId, cursor);
  }

  @Rpc(notificationsRpc.unreadCount)
  unreadCount({ userId }: RpcRequestOf<typeof notificationsRpc.unreadCount>) {
    return this.notices.unreadCount(userId);
  }

  @Rpc(notificationsRpc.markAllRead)
  markAllRead({ userId }: RpcRequestOf<typeof notificationsRpc.markAllRead>) {
    return this.notices.markAllRead(userId);
  }

  @Rpc(notificationsRpc.markRead)
  markRead({ userId, notificationId }: RpcRequestOf<typeof notificationsRpc.markRead>) {
    return this.notices.markRead(userId, notificationId);
  }

  @Rpc(notificationsRpc.remove)
  async remove({ userId, notificationId }: RpcRequestOf<typeof notificationsRpc.remove>) {
    await this.notices.remove(userId, notificationId);
    return {};
  }

  @Rpc(notificationsRpc.test)
  test({ actorId, userId }: RpcRequestOf<typeof notificationsRpc.test>) {
    return this.notices.test(actorId, userId);
  }

  @Rpc(adminRpc.recountNotifications)
  recount() {
    return this.unread.recount();
  }
}
