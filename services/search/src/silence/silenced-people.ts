import { Injectable } from '@nestjs/common';
import { socialRpc } from '@inkling/contracts';
import { Database, RpcClient, RestrictedAuthors, type FollowersPage, type FollowersRequest } from '@inkling/platform';
import type { Tables } from '../tables.js';
import { TrendingTopics } from '../topics/trending-topics.js';

/** Silenced people: search shows them and their polls only to followers. */
@Injectable()
export class SilencedPeople extends RestrictedAuthors {
  constructor(
    database: Database<Tables>,
    private readonly rpc: RpcClient,
    private readonly topics: TrendingTopics,
  ) {
    super(database);
  }

  protected followersPage(request: FollowersRequest): Promise<FollowersPage> {
    return this.rpc.call(socialRpc.followersPage, request);
  }

  protected changed(): void {
    this.topics.forget();
  }
}
