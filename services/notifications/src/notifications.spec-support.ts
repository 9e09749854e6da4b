import { Module } from '@nestjs/common';
import { z } from 'zod';
import {
  commentAdded,
  commentDeleted,
  notificationsRpc,
  pollCreated,
  pollDeleted,
  pollEnded,
  pollLiked,
  pollsRpc,
  profileUpdated,
  socialRpc,
  userBlocked,
  userFollowed,
  userMuted,
  userUnblocked,
  userUnmuted,
  userSubject,
  votesCounted,
  type LiveNotification,
  type Notification,
} from '@inkling/contracts';
import {
  ApiError,
  Rpc,
  RpcController,
  defineService,
  startService,
  type RpcRequestOf,
  type RunningService,
  type ServiceDefinition,
} from '@inkling/platform';
import { EventFeed, eventually, startStack, type Stack } from '@inkling/testing';
import { service } from './index.js';

type Call = 'endRecipients' | 'drawVoters' | 'followerIds' | 'export';

/** Stand-ins for the polls and social services, with their answers and the calls they got. */
export class Elsewhere {
  /** Who voted or asked to be told. */
  voters: number[] = [];
  followers: number[] = [];
  /** What the last draw was asked for. */
  outsideLead: number | undefined;
  polls: { pollId: number; authorId: number; question: string }[] = [];
  /** Throws where a spec wants a failure. */
  before: (call: Call, after: number) => void = () => undefined;
  asked: Call[] = [];

  readonly services: readonly ServiceDefinition[] = this.#define();

  #define(): ServiceDefinition[] {
    const take = (call: Call, after = 0): void => {
      this.asked.push(call);
      this.before(call, after);
    };
    const next = (ids: readonly number[], after: number, limit: number): number[] =>
      ids.filter((id) => id > after).slice(0, limit);
    const state = (): Elsewhere => this;

    @RpcController()
    class PollsController {
      @Rpc(pollsRpc.endRecipients)
      endRecipients({ after, limit }: RpcRequestOf<typeof pollsRpc.endRecipients>) {
        take('endRecipients', after);
        return { userIds: next(state().voters, after, limit) };
      }
      @Rpc(pollsRpc.drawVoters)
      drawVoters({ limit, outsideLead }: RpcRequestOf<typeof pollsRpc.drawVoters>) {
        take('drawVoters');
        state().outsideLead = outsideLead;
        return { userIds: state().voters.slice(0, limit) };
      }
      @Rpc(pollsRpc.export)
      export({ after, limit }: RpcRequestOf<typeof pollsRpc.export>) {
        take('export', after);
        const polls = state()
          .polls.filter(({ pollId }) => pollId > after)
          .slice(0, limit);
        return {
          polls: polls.map((poll) => ({
            ...poll,
            options: ['Yes', 'No'],
            endDate: null,
            createdAt: new Date().toISOString(),
            votesCount: 0,
            likesCount: 0,
            commentsCount: 0,
            version: 1,
            topics: [],
          })),
        };
      }
    }
    @RpcController()
    class SocialController {
      @Rpc(socialRpc.followerIds)
      followerIds({ after, limit }: RpcRequestOf<typeof socialRpc.followerIds>) {
        take('followerIds', after);
        return { userIds: next(state().followers, after, limit) };
      }
    }
    @Module({ controllers: [PollsController] })
    class PollsModule {}
    @Module({ controllers: [SocialController] })
    class SocialModule {}
    return [
      defineService({ name: 'polls', config: z.object({}), module: PollsModule }),
      defineService({ name: 'social', config: z.object({}), module: SocialModule }),
    ];
  }
}

export const away = (): never => {
  throw new ApiError('unavailable');
};

/** Consumers per stream. With fewer, a stream without consumers would seem drained. */
const CONSUMERS = { 'polls-events': 8, 'social-events': 5, 'auth-events': 3 } as const;

/** The notifications service with stand-ins for other services, and the calls that specs make. */
export class Harness {
  readonly live: { userId: number; message: LiveNotification }[] = [];
  readonly #replicas: RunningService[] = [];

  private constructor(
    readonly stack: Stack,
    readonly feed: EventFeed,
    readonly elsewhere: Elsewhere,
  ) {
    stack.bus.subscribe(userSubject('*'), (payload, subject) => {
      this.live.push({
        userId: Number(subject.split('.').at(-1)),
        message: JSON.parse(Buffer.from(payload).toString()) as LiveNotification,
      });
    });
  }

  static async start(env: Record<string, string> = {}): Promise<Harness> {
    const elsewhere = new Elsewhere();
    const stack = await startStack({
      services: [...elsewhere.services, service],
      env: { NOTICE_INTERVAL_MS: '0', VOTE_NOTICE_INTERVAL_MS: '0', ...env },
    });
    const harness = new Harness(stack, await EventFeed.connect(stack), elsewhere);
    // Answered on the connection that has just subscribed, so from now on no live message is missed.
    await stack.rpc.call(notificationsRpc.features, {});
    return harness;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.stop()));
    await this.feed.close();
    await this.stack.stop();
  }

  /** One more process on the same database and NATS server. */
  async replica(): Promise<void> {
    this.#replicas.push(await startService(service, { env: this.stack.env('notifications') }));
  }

  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.stack.sql<Row>('notifications', text, values);
  }

  /** Users `from` to `to` with profiles `User 1`, ..., straight into the table; older than any poll. */
  async people(from: number, to: number): Promise<void> {
    await this.sql(
      `insert into profiles (user_id, name, username, version, known_at)
       select g, 'User ' || g, 'user' || g, 2, '2020-01-01' from generate_series($1::int, $2::int) g
       on conflict do nothing`,
      [from, to],
    );
  }

  /** Lets vote notifications name these users. */
  async willing(...userIds: number[]): Promise<void> {
    await this.sql(
      `insert into preferences (user_id, name_in_votes) select id, true from unnest($1::bigint[]) id
       on conflict (user_id) do update set name_in_votes = true`,
      [userIds],
    );
  }

  /** Gives users a device, and turns on all their pushes where they have not chosen. */
  async devices(...userIds: number[]): Promise<void> {
    await this.sql(
      `insert into preferences (user_id, push_off) select id, '{}' from unnest($1::bigint[]) id on conflict do nothing`,
      [userIds],
    );
    await this.sql(
      `insert into push_tokens (user_id, sender, token, token_hash, device_type)
       select id, 'fcm', 'token-' || id, sha256(id::text::bytea), 'web' from unnest($1::bigint[]) id
       on conflict do nothing`,
      [userIds],
    );
  }

  async pushes(userId: number): Promise<{ topic: string; payload: { title: string; body: string; link: string } }[]> {
    return this.sql('select topic, payload from push_queue where user_id = $1 order by id', [userId]);
  }

  poll(pollId: number, authorId = 1, question = `Question ${pollId}?`): Promise<void> {
    return this.feed.publishTwice(pollCreated, {
      pollId,
      authorId,
      question,
      options: ['Yes', 'No'],
      endDate: null,
      createdAt: new Date().toISOString(),
    });
  }
  votes(pollId: number, count: number, authorId = 1): Promise<void> {
    return this.feed.publishTwice(votesCounted, {
      polls: [{ pollId, authorId, count, votesCount: count, version: count }],
    });
  }
  like(pollId: number, userId: number, authorId = 1): Promise<void> {
    return this.feed.publishTwice(pollLiked, { pollId, authorId, userId, likesCount: 1 });
  }
  follow(followerId: number, followedId: number, version = 1): Promise<void> {
    return this.feed.publishTwice(userFollowed, { followerId, followedId, followersCount: 1, version });
  }
  comment(
    commentId: number,
    pollId: number,
    userId: number,
    content = `Comment ${commentId}`,
    authorId = 1,
  ): Promise<void> {
    return this.feed.publishTwice(commentAdded, {
      commentId,
      pollId,
      authorId,
      userId,
      content,
      createdAt: new Date(Date.now() - 60_000 + commentId).toISOString(),
      commentsCount: 1,
    });
  }
  block(blockerId: number, blockedId: number, version = 1): Promise<void> {
    return this.feed.publishTwice(userBlocked, { blockerId, blockedId, version });
  }
  unblock(blockerId: number, blockedId: number, version: number): Promise<void> {
    return this.feed.publishTwice(userUnblocked, { blockerId, blockedId, version });
  }
  mute(muterId: number, mutedId: number, version = 1): Promise<void> {
    return this.feed.publishTwice(userMuted, { muterId, mutedId, version });
  }
  unmute(muterId: number, mutedId: number, version: number): Promise<void> {
    return this.feed.publishTwice(userUnmuted, { muterId, mutedId, version });
  }
  uncomment(commentId: number, pollId: number, userId: number, authorId = 1): Promise<void> {
    return this.feed.publishTwice(commentDeleted, { commentId, pollId, authorId, userId, commentsCount: 0 });
  }
  end(pollId: number, authorId = 1, question = `Question ${pollId}?`, leaders?: string[]): Promise<void> {
    return this.feed.publishTwice(pollEnded, {
      pollId,
      authorId,
      question,
      endDate: new Date().toISOString(),
      votesCount: 1,
      ...(leaders && { leaders }),
    });
  }
  delete(pollId: number, authorId = 1): Promise<void> {
    return this.feed.publishTwice(pollDeleted, { pollId, authorId });
  }
  rename(userId: number, name: string, version: number): Promise<void> {
    return this.feed.publishTwice(profileUpdated, {
      userId,
      name,
      username: `user${userId}`,
      profilePicture: null,
      hasCompletedProfile: true,
      version,
    });
  }

  /** Waits until all published events are handled and merged into notifications. */
  async settled(): Promise<void> {
    for (const [stream, consumers] of Object.entries(CONSUMERS)) await this.feed.drained(stream, consumers);
    await eventually(async () => {
      const [left] = await this.sql<{ waiting: number }>(
        `select (
           (select count(*) from notice_changes where amount > 0) + (select count(*) from fan_outs where not done)
         )::int as waiting`,
      );
      return left!.waiting === 0;
    });
  }

  list(userId: number, cursor?: string): Promise<{ notifications: Notification[]; nextCursor: string | null }> {
    return this.stack.rpc.call(notificationsRpc.list, { userId, ...(cursor === undefined ? {} : { cursor }) });
  }
  async notifications(userId: number): Promise<Notification[]> {
    return (await this.list(userId)).notifications;
  }
  /** Kind, count and actor of each, the latest first. */
  async short(userId: number): Promise<[type: string, count: number, actorId: number | null, read: boolean][]> {
    return (await this.notifications(userId)).map(({ type, count, actor, read }) => [
      type,
      count,
      actor?.id ?? null,
      read,
    ]);
  }
  async unread(userId: number): Promise<number> {
    return (await this.stack.rpc.call(notificationsRpc.unreadCount, { userId })).count;
  }
  markAllRead(userId: number) {
    return this.stack.rpc.call(notificationsRpc.markAllRead, { userId });
  }
  remove(userId: number, notificationId: number) {
    return this.stack.rpc.call(notificationsRpc.remove, { userId, notificationId });
  }
  prefer(
    userId: number,
    change: Omit<Parameters<typeof notificationsRpc.savePreferences.request.parse>[0] & object, 'userId'>,
  ) {
    return this.stack.rpc.call(notificationsRpc.savePreferences, { userId, ...change });
  }
}
