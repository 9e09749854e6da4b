import { Injectable } from '@nestjs/common';
import { socialRpc } from '@inkling/contracts';
import { Database, RpcClient, RestrictedAuthors, type FollowersPage, type FollowersRequest } from '@inkling/platform';
import { FeedCache } from '../feed/feed-cache.js';
import type { Tables } from '../tables.js';

/** Authors whose polls the feed, trending polls and recommendations show to their followers alone. */
@Injectable()
export class SilencedAuthors extends RestrictedAuthors {
  constructor(
    database: Database<Tables>,
    private readonly rpc: RpcClient,
    private readonly feed: FeedCache,
  ) {
    super(database);
  }

  protected followersPage(request: FollowersRequest): Promise<FollowersPage> {
    return this.rpc.call(socialRpc.followersPage, request);
  }

  protected changed(): void {
    this.feed.changed();
  }
}
