import { Controller } from '@nestjs/common';
import { pollsRpc, routes } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import { newAccountOf } from '../session/limited.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { Input, Route, type RouteInput } from '../http/route.js';

/** Likes, saves and reminders (docs/product.md#likes-and-saves, #the-result). Repeating one changes nothing. */
@Controller()
export class ReactionsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.like)
  like(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.like>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.like, { pollId: body.pollId, viewerId: viewer.userId, ...newAccountOf(viewer) });
  }

  @Route(routes.unlike)
  unlike(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.unlike>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.unlike, {
      pollId: params.pollId,
      viewerId: viewer.userId,
      ...newAccountOf(viewer),
    });
  }

  @Route(routes.save)
  save(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.save>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.save, { pollId: body.pollId, viewerId: viewer.userId, ...newAccountOf(viewer) });
  }

  @Route(routes.unsave)
  unsave(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.unsave>): Promise<Buffer> {
    return this.rpc.callRaw(pollsRpc.unsave, {
      pollId: params.pollId,
      viewerId: viewer.userId,
      ...newAccountOf(viewer),
    });
  }

  @Route(routes.setReminder)
  async setReminder(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.setReminder>,
  ): Promise<void> {
    await this.rpc.call(pollsRpc.setReminder, { pollId: params.id, viewerId: viewer.userId, ...newAccountOf(viewer) });
  }

  @Route(routes.removeReminder)
  async removeReminder(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.removeReminder>,
  ): Promise<void> {
    await this.rpc.call(pollsRpc.removeReminder, {
      pollId: params.id,
      viewerId: viewer.userId,
      ...newAccountOf(viewer),
    });
  }
}
