import {
  commentAdded,
  pollClassified,
  pollCreated,
  personModerated,
  pollDeleted,
  profileUpdated,
  searchRpc,
  userBlocked,
  userMuted,
  userUnblocked,
  userUnmuted,
  votesCounted,
  type EventContract,
  type EventData,
  type SearchResults,
} from '@inkling/contracts';
import type { ServiceDefinition } from '@inkling/platform';
import { EventFeed, startStack, type Stack } from '@inkling/testing';
import { service } from './index.js';
import { TopicActivity } from './topics/topic-activity.js';

/** The number of consumers that search has on each stream. */
const CONSUMERS = {
  'auth-events': 2,
  'polls-events': 4,
  'insights-events': 1,
  'social-events': 6,
  'community-events': 2,
};
const CREATED_AT = '2026-11-21T10:00:00.000Z';

/** The search service with its own database and NATS server. Specs publish events in place of the other services. */
export class Search {
  #nextPoll = 1;
  #nextUser = 1;
  readonly #touched = new Set<keyof typeof CONSUMERS>();

  readonly #feed: EventFeed;

  private constructor(
    readonly stack: Stack,
    feed: EventFeed,
  ) {
    this.#feed = feed;
  }

  static async start(
    options: { beside?: readonly ServiceDefinition[]; env?: Record<string, string> } = {},
  ): Promise<Search> {
    // Specs decide when scores are stored, topics are read every time, and no search times out on a busy machine.
    const env = { SEARCH_TIMEOUT_MS: '10000', TOPICS_FLUSH_MS: '60000', TOPICS_CACHE_MS: '0', ...options.env };
    const stack = await startStack({ services: [...(options.beside ?? []), service], env });
    return new Search(stack, await EventFeed.connect(stack));
  }

  async stop(): Promise<void> {
    await this.#feed.close();
    await this.stack.stop();
  }

  /** Publishes an event twice, as the broker may. */
  async publish<C extends EventContract>(contract: C, data: EventData<C>): Promise<void> {
    this.#touched.add(`${contract.type.split('.')[0]}-events` as keyof typeof CONSUMERS);
    await this.#feed.publishTwice(contract, data);
  }

  /** Waits until the published events are in the index. */
  async settled(): Promise<void> {
    for (const stream of this.#touched) await this.#feed.drained(stream, CONSUMERS[stream]);
  }

  /** Publishes a new poll and returns its id. */
  async poll(
    question: string,
    more: {
      options?: string[];
      topics?: string[];
      votes?: number;
      createdAt?: string;
      id?: number;
      authorId?: number;
    } = {},
  ): Promise<number> {
    const pollId = more.id ?? this.#nextPoll++;
    await this.publish(pollCreated, {
      pollId,
      authorId: more.authorId ?? 1,
      question,
      options: more.options ?? ['Yes', 'No'],
      endDate: null,
      createdAt: more.createdAt ?? CREATED_AT,
    });
    if (more.topics) await this.classify(pollId, more.topics);
    if (more.votes) await this.vote(pollId, more.votes);
    return pollId;
  }

  classify(pollId: number, topics: string[], version = 1): Promise<void> {
    return this.publish(pollClassified, {
      pollId,
      topics,
      mood: null,
      context: null,
      seasonality: null,
      classifier: 'lexicon',
      version,
    });
  }

  vote(pollId: number, votesCount: number, version = votesCount): Promise<void> {
    return this.publish(votesCounted, { polls: [{ pollId, authorId: 1, count: votesCount, votesCount, version }] });
  }

  comment(pollId: number): Promise<void> {
    return this.publish(commentAdded, {
      commentId: 1,
      pollId,
      authorId: 1,
      userId: 2,
      content: 'Well.',
      createdAt: CREATED_AT,
      commentsCount: 1,
    });
  }

  remove(pollId: number): Promise<void> {
    return this.publish(pollDeleted, { pollId, authorId: 1 });
  }

  /** Publishes a profile and returns the user's id. */
  async user(
    username: string | null,
    name: string,
    more: { id?: number; version?: number; complete?: boolean } = {},
  ): Promise<number> {
    const userId = more.id ?? this.#nextUser++;
    await this.publish(profileUpdated, {
      userId,
      name,
      username,
      profilePicture: null,
      hasCompletedProfile: more.complete ?? username !== null,
      version: more.version ?? 1,
    });
    return userId;
  }

  block(blockerId: number, blockedId: number, version = 1): Promise<void> {
    return this.publish(userBlocked, { blockerId, blockedId, version });
  }

  unblock(blockerId: number, blockedId: number, version: number): Promise<void> {
    return this.publish(userUnblocked, { blockerId, blockedId, version });
  }

  mute(muterId: number, mutedId: number, version = 1): Promise<void> {
    return this.publish(userMuted, { muterId, mutedId, version });
  }

  unmute(muterId: number, mutedId: number, version: number): Promise<void> {
    return this.publish(userUnmuted, { muterId, mutedId, version });
  }

  /** A decision of moderators about a person. */
  silence(userId: number, silenced: boolean, version: number): Promise<void> {
    return this.publish(personModerated, { userId, silenced, suspended: null, version });
  }

  find(q: string, userId = 1): Promise<SearchResults> {
    return this.stack.rpc.call(searchRpc.search, { userId, q });
  }

  /** The questions found, best match first. */
  async polls(q: string): Promise<string[]> {
    return (await this.find(q)).polls.map(({ question }) => question);
  }

  /** The usernames found, best match first. */
  async users(q: string): Promise<(string | null)[]> {
    return (await this.find(q)).users.map(({ username }) => username);
  }

  recent(userId: number): Promise<string[]> {
    return this.stack.rpc.call(searchRpc.recent, { userId }).then(({ searches }) => searches.map(({ query }) => query));
  }

  /** Trending topics after all activity was counted. */
  async topics(viewerId?: number): Promise<string[]> {
    await this.stack.service('search').app.get(TopicActivity, { strict: false }).flush();
    return (await this.stack.rpc.call(searchRpc.trendingTopics, viewerId === undefined ? {} : { viewerId })).topics;
  }

  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.stack.sql<Row>('search', text, values);
  }
}
