import { Controller, Res } from '@nestjs/common';
import { routes, socialRpc, type FeaturedUser, type FollowUser } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyReply } from 'fastify';
import { newAccountOf } from '../session/limited.js';
import { SignedIn, type Viewer } from '../session/viewer.js';
import { Input, Route, listPage, type RouteInput } from '../http/route.js';

/** Follows (docs/product.md#follows) and the featured users of the feed. */
@Controller()
export class FollowsController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.featured)
  async featured(@SignedIn() viewer: Viewer): Promise<FeaturedUser[]> {
    return (await this.rpc.call(socialRpc.featured, { viewerId: viewer.userId })).users;
  }

  @Route(routes.followStatus)
  async status(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.followStatus>,
  ): Promise<string> {
    const { following } = await this.rpc.call(socialRpc.status, { userId: viewer.userId, followingId: params.id });
    // Nest would send a bare boolean as text.
    return JSON.stringify(following);
  }

  @Route(routes.followers)
  async followers(
    @SignedIn() viewer: Viewer,
    @Input() { params, query }: RouteInput<typeof routes.followers>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FollowUser[]> {
    const { users, nextCursor } = await this.rpc.call(socialRpc.followers, {
      userId: params.id,
      viewerId: viewer.userId,
      cursor: query.cursor,
    });
    return listPage(reply, users, nextCursor);
  }

  @Route(routes.following)
  async following(
    @SignedIn() viewer: Viewer,
    @Input() { params, query }: RouteInput<typeof routes.following>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FollowUser[]> {
    const { users, nextCursor } = await this.rpc.call(socialRpc.following, {
      userId: params.id,
      viewerId: viewer.userId,
      cursor: query.cursor,
    });
    return listPage(reply, users, nextCursor);
  }

  @Route(routes.follow)
  follow(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.follow>): Promise<Buffer> {
    return this.rpc.callRaw(socialRpc.follow, {
      userId: viewer.userId,
      followingId: body.followingId,
      ...newAccountOf(viewer),
    });
  }

  @Route(routes.unfollow)
  unfollow(@SignedIn() viewer: Viewer, @Input() { params }: RouteInput<typeof routes.unfollow>): Promise<Buffer> {
    return this.rpc.callRaw(socialRpc.unfollow, { userId: viewer.userId, followingId: params.userId });
  }

  @Route(routes.removeFollower)
  async removeFollower(
    @SignedIn() viewer: Viewer,
    @Input() { params }: RouteInput<typeof routes.removeFollower>,
  ): Promise<void> {
    await this.rpc.call(socialRpc.removeFollower, { userId: viewer.userId, followerId: params.userId });
  }
}
