import { Module } from '@nestjs/common';
import { Insights, insightsRpc, pollCreated, pollDeleted, pollsRpc, type EventData } from '@inkling/contracts';
import {
  ApiError,
  Rpc,
  RpcController,
  defineService,
  startService,
  type RpcRequestOf,
  type RunningService,
} from '@inkling/platform';
import {
  EventFeed,
  eventually,
  type ResponsesServer,
  type Stack,
  startResponsesServer,
  startStack,
} from '@inkling/testing';
import { z } from 'zod';
import { service } from './index.js';

/** Polls that the polls service knows, but whose event has not arrived at insights. */
const PREVIEWS = new Map<number, { question: string; options: string[] }>();

/** Answers previews in place of the polls service. */
@RpcController()
class PreviewController {
  @Rpc(pollsRpc.preview)
  preview({ pollId }: RpcRequestOf<typeof pollsRpc.preview>): object {
    const poll = PREVIEWS.get(pollId);
    if (!poll) throw new ApiError('poll-not-found');
    return {
      id: pollId,
      question: poll.question,
      options: poll.options.map((text) => ({ text })),
      media: null,
      mediaInfo: null,
      endDate: null,
      createdAt: '2026-11-21T10:00:00.000Z',
      user: null,
      votesCount: 0,
      resultsVisible: false,
    };
  }
}
@Module({ controllers: [PreviewController] })
class PreviewModule {}
const polls = defineService({ name: 'polls', config: z.object({}), module: PreviewModule });

let lastPollId = 0;

/** The insights service with a local model, its own database and its own NATS server. */
export class InsightsStack {
  private constructor(
    readonly stack: Stack,
    readonly feed: EventFeed,
    readonly model: ResponsesServer,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<InsightsStack> {
    const model = await startResponsesServer();
    const defaults = {
      OPENAI_API_KEY: 'spec',
      OPENAI_BASE_URL: model.url,
      INSIGHTS_CLASSIFY_WITH_MODEL: 'false',
      INSIGHTS_CLASSIFY_SWEEP_MS: '20',
    };
    const stack = await startStack({ services: [polls, service], env: { ...defaults, ...env } });
    return new InsightsStack(stack, await EventFeed.connect(stack), model);
  }

  /** Starts another replica with the same database. */
  replica(env: Record<string, string> = {}): Promise<RunningService> {
    return startService(service, { env: { ...this.stack.env('insights'), ...env } });
  }

  /** Publishes a new poll, waits until insights knows it, and returns its id. */
  async poll(overrides: Partial<EventData<typeof pollCreated>> = {}): Promise<number> {
    const pollId = (lastPollId += 1);
    await this.create({ pollId, ...overrides });
    return pollId;
  }

  async create(overrides: Partial<EventData<typeof pollCreated>> & { pollId: number }): Promise<void> {
    await this.feed.publishTwice(pollCreated, {
      authorId: 1,
      question: 'Night train or early flight?',
      options: ['Night train', 'Early flight'],
      endDate: null,
      createdAt: '2026-11-21T10:00:00.000Z',
      ...overrides,
    });
    await this.drained();
  }

  async remove(pollId: number): Promise<void> {
    await this.feed.publishTwice(pollDeleted, { pollId, authorId: 1 });
    await this.drained();
  }

  /** A poll that only the polls service knows. */
  known(question: string, options: string[]): number {
    const pollId = this.unknown();
    PREVIEWS.set(pollId, { question, options });
    return pollId;
  }
  unknown(): number {
    return (lastPollId += 1);
  }

  drained(): Promise<void> {
    return this.feed.drained('polls-events', 2);
  }

  async get(pollId: number): Promise<Insights> {
    return Insights.parse(await this.stack.rpc.call(insightsRpc.get, { pollId }));
  }

  async generate(pollId: number, userId = 1, ip = ''): Promise<Insights> {
    return Insights.parse(
      await this.stack.rpc.call(insightsRpc.generate, { pollId, userId, ...(ip && { client: { ip } }) }),
    );
  }

  /** The number of paid calls that count towards a user's quota today. */
  async charged(userId: number): Promise<number> {
    const [row] = await this.sql<{ calls: number }>(
      `select calls from user_quotas where user_id = $1 and day = (now() at time zone 'UTC')::date`,
      [userId],
    );
    return row?.calls ?? 0;
  }

  sql<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.stack.sql<Row>('insights', text, values);
  }

  /** Waits until all polls are classified. */
  classified(): Promise<boolean> {
    return eventually(async () => (await this.sql('select 1 from classification_queue')).length === 0);
  }

  async stop(): Promise<void> {
    await this.feed.close();
    await this.stack.stop();
    await this.model.close();
  }
}
