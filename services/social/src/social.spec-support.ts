import { profileUpdated, socialRpc, type EventData } from '@inkling/contracts';
import type { ServiceDefinition } from '@inkling/platform';
import { EventFeed, startStack, type Stack } from '@inkling/testing';
import { service } from './index.js';

type Profile = EventData<typeof profileUpdated>;

/** The social service with its own database and NATS server, and what specs do with it. */
export class Social {
  private constructor(
    readonly stack: Stack,
    readonly feed: EventFeed,
  ) {}

  static async start(
    options: { env?: Record<string, string>; beside?: readonly ServiceDefinition[] } = {},
  ): Promise<Social> {
    const stack = await startStack({
      services: [...(options.beside ?? []), service],
      env: { FEATURED_CACHE_MS: '0', ...options.env },
    });
    return new Social(stack, await EventFeed.connect(stack));
  }

  async stop(): Promise<void> {
    await this.feed.close();
    await this.stack.stop();
  }

  /** Users `from` to `to` with completed profiles, straight into the table. */
  async people(from: number, to: number): Promise<void> {
    await this.sql(
      `insert into profiles (user_id, name, username, version, completed)
       select g, 'User ' || g, 'user' || g, 2, true from generate_series($1::int, $2::int) g`,
      [from, to],
    );
  }

  /** Announces a profile, twice. */
  announce(userId: number, profile: Partial<Profile> = {}): Promise<void> {
    return this.feed.publishTwice(profileUpdated, {
      userId,
      name: `User ${userId}`,
      username: `user${userId}`,
      profilePicture: null,
      hasCompletedProfile: true,
      version: 2,
      ...profile,
    });
  }

  follow(userId: number, followingId: number) {
    return this.stack.rpc.call(socialRpc.follow, { userId, followingId });
  }

  unfollow(userId: number, followingId: number) {
    return this.stack.rpc.call(socialRpc.unfollow, { userId, followingId });
  }

  remove(userId: number, followerId: number) {
    return this.stack.rpc.call(socialRpc.removeFollower, { userId, followerId });
  }

  counts(userId: number) {
    return this.stack.rpc.call(socialRpc.counts, { userId });
  }

  list(name: 'followers' | 'following', userId: number, viewerId: number, cursor?: string) {
    return this.stack.rpc.call(socialRpc[name], { userId, viewerId, cursor });
  }

  /** Counters that differ from the follows; empty when all are right. */
  wrongCounters(): Promise<object[]> {
    return this.sql(`
      select * from (
        select u.user_id, coalesce(c.followers_count, 0) as followers, coalesce(c.following_count, 0) as followings,
          (select count(*)::int from follows f where f.following_id = u.user_id) as follower_rows,
          (select count(*)::int from follows f where f.follower_id = u.user_id) as following_rows
        from (
          select user_id from follow_counts
          union select follower_id from follows
          union select following_id from follows
        ) u left join follow_counts c using (user_id)
      ) n where (followers, followings) <> (follower_rows, following_rows)`);
  }

  /** Data of the events of a type, in the order of their rows. */
  async events<T>(type: string): Promise<T[]> {
    const rows = await this.sql<{ payload: string }>('select payload from outbox where subject = $1 order by id', [
      type,
    ]);
    return rows.map((row) => (JSON.parse(row.payload) as { data: T }).data);
  }

  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.stack.sql<Row>('social', text, values);
  }
}
