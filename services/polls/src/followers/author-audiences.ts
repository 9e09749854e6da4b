import { Injectable } from '@nestjs/common';
import { APART_SUBJECT, audienceLeft, socialRpc, type Apart } from '@inkling/contracts';
import {
  Database,
  LiveBus,
  RpcClient,
  RestrictedAuthors,
  type FollowChange,
  type FollowersPage,
  type FollowersRequest,
  type Transaction,
} from '@inkling/platform';
import { FeedCache } from '../feed/feed-cache.js';
import type { Tables } from '../tables.js';

/**
 * Followers of silenced authors, whose polls the feed, trending polls and recommendations show to these alone, and of
 * authors with polls for followers.
 */
@Injectable()
export class AuthorAudiences extends RestrictedAuthors {
  constructor(
    database: Database<Tables>,
    private readonly rpc: RpcClient,
    private readonly feed: FeedCache,
    private readonly bus: LiveBus,
  ) {
    super(database);
  }

  protected followersPage(request: FollowersRequest): Promise<FollowersPage> {
    return this.rpc.call(socialRpc.followersPage, request);
  }

  protected changed(): void {
    this.feed.changed();
  }

  /** Where polls do not show any more, nothing else may name them. */
  protected override async followStored(
    tx: Transaction<Tables>,
    { follows, authorId, followerId }: FollowChange,
  ): Promise<void> {
    if (!follows) await tx.publish(audienceLeft, { authorId, followerId });
  }

  /** The follower's sockets ask again what they may watch. */
  protected override followChanged(followerId: number): void {
    this.bus.publish(APART_SUBJECT, { userIds: [followerId] } satisfies Apart);
  }
}
