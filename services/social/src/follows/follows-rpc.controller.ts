import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { adminRpc, socialRpc } from '@inkling/contracts';
import { StandingRepository } from '../standing/standing.repository.js';
import { FollowRecount } from './follow-recount.js';
import { FollowsRepository } from './follows.repository.js';
import { FollowsService } from './follows.service.js';

@RpcController()
export class FollowsRpcController {
  constructor(
    private readonly follows: FollowsService,
    private readonly repository: FollowsRepository,
    private readonly counters: FollowRecount,
    private readonly standing: StandingRepository,
  ) {}

  @Rpc(socialRpc.counts)
  async counts({ userId, viewerId }: RpcRequestOf<typeof socialRpc.counts>) {
    if (viewerId === undefined) return this.repository.counts(userId);
    const [counts, standing] = await Promise.all([this.repository.counts(userId), this.standing.of(viewerId, userId)]);
    return { ...counts, standing };
  }

  @Rpc(socialRpc.follow)
  follow({ followingId, ...person }: RpcRequestOf<typeof socialRpc.follow>) {
    return this.follows.follow(person, followingId);
  }

  @Rpc(socialRpc.unfollow)
  unfollow({ userId, followingId }: RpcRequestOf<typeof socialRpc.unfollow>) {
    return this.follows.unfollow(userId, followingId);
  }

  @Rpc(socialRpc.removeFollower)
  async removeFollower({ userId, followerId }: RpcRequestOf<typeof socialRpc.removeFollower>) {
    await this.follows.removeFollower(userId, followerId);
    return {};
  }

  @Rpc(socialRpc.status)
  status({ userId, followingId }: RpcRequestOf<typeof socialRpc.status>) {
    return this.follows.status(userId, followingId);
  }

  @Rpc(socialRpc.followers)
  followers({ userId, viewerId, cursor }: RpcRequestOf<typeof socialRpc.followers>) {
    return this.follows.followers(userId, viewerId, cursor);
  }

  @Rpc(socialRpc.following)
  following({ userId, viewerId, cursor }: RpcRequestOf<typeof socialRpc.following>) {
    return this.follows.following(userId, viewerId, cursor);
  }

  @Rpc(socialRpc.followerIds)
  async followerIds({ userId, after, limit }: RpcRequestOf<typeof socialRpc.followerIds>) {
    return { userIds: await this.repository.followerIds(userId, after, limit) };
  }

  @Rpc(socialRpc.followersPage)
  followersPage({ userId, after, limit }: RpcRequestOf<typeof socialRpc.followersPage>) {
    return this.repository.followersPage(userId, after, limit);
  }

  @Rpc(adminRpc.recountFollows)
  recount() {
    return this.counters.recount();
  }
}
