import { Controller, Inject, Req, Res } from '@nestjs/common';
import { notificationsRpc, routes, type Notification } from '@inkling/contracts';
import { ApiError, BASE_CONFIG, RpcClient, type BaseConfig } from '@inkling/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Sessions } from '../session/sessions.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { clientOf } from '../http/client.js';
import { Input, Route, listPage, type RouteInput } from '../http/route.js';

/**
 * Notifications (docs/product.md#notifications), push tokens, preferences, contact messages and the debug page's test.
 */
@Controller()
export class NotificationsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    @Inject(BASE_CONFIG) private readonly base: BaseConfig,
  ) {}

  @Route(routes.notifications)
  async list(
    @SignedIn() viewer: Viewer,
    @Input() { query }: RouteInput<typeof routes.notifications>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Notification[]> {
    const { notifications, nextCursor } = await this.rpc.call(notificationsRpc.list, {
      userId: viewer.userId,
      cursor: query.cursor,
    });
    return listPage(reply, notifications, nextCursor);
  }

  @Route(routes.unreadCount)
  unread(@SignedIn() viewer: Viewer): Promise<Buffer> {
    return this.rpc.callRaw(notificationsRpc.unreadCount, { userId: viewer.userId });
  }

  @Route(routes.markAllRead)
  markAllRead(@SignedIn() viewer: Viewer): Promise<Buffer> {
    return this.rpc.callRaw(notificationsRpc.markAllRead, { userId: viewer.userId });
  }

  @Route(routes.readNotification)
  read(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.readNotification>): Promise<Buffer> {
    return this.rpc.callRaw(notificationsRpc.markRead, { userId: viewer.userId, notificationId: params.id });
  }

  @Route(routes.preferences)
  preferences(@SignedIn() viewer: Viewer): Promise<Buffer> {
    return this.rpc.callRaw(notificationsRpc.preferences, { userId: viewer.userId });
  }

  @Route(routes.savePreferences)
  savePreferences(
    @SignedIn() viewer: Viewer,
    @Input() { body }: RouteInput<typeof routes.savePreferences>,
  ): Promise<Buffer> {
    return this.rpc.callRaw(notificationsRpc.savePreferences, { ...body, userId: viewer.userId });
  }

  @Route(routes.deleteNotification)
  async remove(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.deleteNotification>,
  ): Promise<void> {
    await this.rpc.call(notificationsRpc.remove, { userId: viewer.userId, notificationId: params.id });
  }

  @Route(routes.registerPushToken)
  async registerToken(
    @SignedIn() viewer: Viewer,
    @Input() { body }: RouteInput<typeof routes.registerPushToken>,
  ): Promise<void> {
    await this.rpc.call(notificationsRpc.registerToken, {
      ...body,
      userId: viewer.userId,
      sessionId: viewer.sessionId,
    });
  }

  @Route(routes.deletePushToken)
  async deleteToken(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.deletePushToken>,
  ): Promise<void> {
    await this.rpc.call(notificationsRpc.deleteToken, { userId: viewer.userId, token: params.token });
  }

  @Route(routes.contact)
  async contact(@Input() { body }: RouteInput<typeof routes.contact>, @Req() request: FastifyRequest): Promise<void> {
    const viewer = this.sessions.read(request.headers.cookie);
    await this.rpc.call(notificationsRpc.contact, {
      ...body,
      userId: viewer?.userId ?? null,
      client: { ip: clientOf(request).ip },
    });
  }

  @Route(routes.testNotification)
  test(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.testNotification>): Promise<Buffer> {
    // On a public server anybody could otherwise pester others.
    if (this.base.NODE_ENV === 'production' && body.targetUserId !== viewer.userId) {
      throw new ApiError('forbidden', { message: 'On this server a test notification can be sent to oneself only.' });
    }
    return this.rpc.callRaw(notificationsRpc.test, { actorId: viewer.userId, userId: body.targetUserId });
  }
}
