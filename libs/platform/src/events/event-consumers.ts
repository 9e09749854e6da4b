import { Inject, Injectable, Logger } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  type ConsumerMessages,
  type JsMsg,
} from '@nats-io/jetstream';
import { Envelope, type EventContract } from '@inkling/contracts';
import type { Span } from '@opentelemetry/api';
import { Counter, Histogram } from '@prometheus-io/client';
import { Batcher } from '../concurrency/batcher.js';
import type { BaseConfig } from '../config/base-config.js';
import { runWithContext } from '../context/request-context.js';
import { isConnectionFailure } from '../errors/database-errors.js';
import { Nats } from '../messaging/nats-connection.js';
import { BASE_CONFIG, SERVICE_NAME } from '../config/tokens.js';
import { Database, type Transaction } from '../persistence/database.js';
import { Metrics } from '../telemetry/metrics.js';
import { Probe } from '../telemetry/probe.js';
import { Tracing } from '../telemetry/tracing.js';
import { observeLag } from './consumer-lag.js';
import { beginEventSpan } from './event-span.js';
import { EventStreams, producerOf, streamOf } from './event-streams.js';
import { FailureCounts } from './failure-counts.js';
import { consumerName, eventHandlersOf } from './on-event.js';

/** After this time without an acknowledgement, a message goes to another replica. */
const ACK_WAIT_NS = 5 * 1_000_000_000;
/** Few enough that the last one is reached well within the wait. */
const PREFETCH = 64;
/** Messages in one transaction. A quiet consumer takes each message at once, a busy one shares commits. */
const BATCH = 64;
/** The same for a consumer that takes lists, with what it has been sent ahead of time. */
const BATCH_OF_MANY = 400;
const PREFETCH_OF_MANY = 800;
const REOPEN_MS = 1_000;
/** A service may start before the job that creates the streams has ended. */
const STREAMS_WAIT_MS = 60_000;

interface Consumer {
  readonly name: string;
  readonly contract: EventContract;
  readonly many: boolean;
  readonly handle: (events: readonly Traced[], tx: Transaction) => Promise<void>;
}

interface Traced {
  readonly event: Envelope;
  readonly span?: Span | undefined;
}

/** An event that no later attempt can read. */
class UnreadableEvent extends Error {}

function idOf(message: JsMsg): string | null {
  try {
    return Envelope.parse(message.json()).id;
  } catch {
    return null;
  }
}

/** Identifies a message even after its stream was lost, when sequence numbers start over. */
const keyOf = (message: JsMsg): string => message.headers?.get('Nats-Msg-Id') || String(message.seq);

/** Waits longer after each failure: 0.2 s, 0.4 s, ... up to a minute. */
export const retryDelayMs = (attempt: number): number => Math.min(60_000, 100 * 2 ** attempt);

type Method<Given extends unknown[]> = Record<string, (...given: Given) => Promise<void>>;

/** Hands events to an `@OnEvent` method one by one. */
const takeEach =
  (instance: object, method: string): Consumer['handle'] =>
  async (events, tx) => {
    for (const { event, span } of events)
      await runWithContext({ requestId: event.correlationId, span }, () =>
        (instance as Method<[data: unknown, tx: Transaction, envelope: Envelope]>)[method]!(event.data, tx, event),
      );
  };

/** Hands events to an `@OnEvents` method. What it does belongs to no single request. */
const takeTogether =
  (instance: object, method: string): Consumer['handle'] =>
  (events, tx) =>
    (instance as Method<[events: readonly Envelope[], tx: Transaction]>)[method]!(
      events.map(({ event }) => event),
      tx,
    );

/** Runs each `@OnEvent` and `@OnEvents` method of the service on its own durable JetStream consumer. */
@Injectable()
export class EventConsumers {
  readonly #logger = new Logger(EventConsumers.name);
  readonly #loops: Promise<void>[] = [];
  readonly #open = new Set<ConsumerMessages>();
  readonly #consumed: Counter<'consumer' | 'outcome'>;
  readonly #duration: Histogram<'consumer'>;
  readonly #failures = new FailureCounts();
  #known: readonly Consumer[] = [];
  #stopped = false;

  constructor(
    private readonly nats: Nats,
    private readonly database: Database,
    private readonly discovery: DiscoveryService,
    private readonly streams: EventStreams,
    metrics: Metrics,
    private readonly tracing: Tracing,
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(BASE_CONFIG) private readonly config: BaseConfig,
  ) {
    this.#consumed = new Counter({
      name: 'inkling_events_consumed_total',
      help: 'Events taken in',
      labelNames: ['consumer', 'outcome'],
      registers: [metrics.registry],
    });
    this.#duration = new Histogram({
      name: 'inkling_event_batch_duration_seconds',
      help: 'Time to take in a batch of events, commit included',
      labelNames: ['consumer'],
      buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers: [metrics.registry],
    });
    observeLag(metrics, this.nats, () => this.#known);
    const dead = new Probe(() =>
      this.database.kysely
        .selectFrom('dead_letters')
        .select(({ fn }) => fn.countAll<number>().as('value'))
        .where('replayed_at', 'is', null)
        .execute(),
    );
    metrics.read('inkling_dead_letters', 'Events given up on and not yet replayed', () => dead.read());
  }

  /** Creates the durable consumers, then starts to consume. */
  async start(): Promise<void> {
    const consumers = this.#discover();
    this.#known = consumers;
    await this.streams.ensure({ waitMs: STREAMS_WAIT_MS });
    for (const consumer of consumers) await this.#ensureConsumer(consumer);
    for (const consumer of consumers) this.#loops.push(this.#consume(consumer));
  }

  /** Streams from which this service consumes. */
  sources(): string[] {
    return this.#known.map(({ contract }) => streamOf(producerOf(contract.type)));
  }

  /** Takes nothing new and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const messages of this.#open) messages.stop();
    await Promise.allSettled(this.#loops);
  }

  /**
   * Hands a dead letter's message to its consumer within `tx`, unless the consumer has taken the event in since.
   * @throws Error when the service has no such consumer (any more), or when it fails again
   */
  async replay(name: string, payload: string, tx: Transaction): Promise<void> {
    const consumer = this.#discover().find((each) => each.name === name);
    if (!consumer) throw new Error(`There is no consumer ${name}`);
    const envelope = Envelope.parse(JSON.parse(payload));
    const event = { ...envelope, data: consumer.contract.data.parse(envelope.data) };
    const marked = await tx.kysely
      .insertInto('inbox')
      .values({ consumer: name, event_id: event.id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (marked.numInsertedOrUpdatedRows! > 0n) await consumer.handle([{ event }], tx);
  }

  #discover(): Consumer[] {
    return this.discovery.getProviders().flatMap((wrapper) => {
      const instance: unknown = wrapper.isDependencyTreeStatic() ? wrapper.instance : undefined;
      if (typeof instance !== 'object' || instance === null) return [];
      return eventHandlersOf(instance).map(({ contract, method, many }) => ({
        name: consumerName(this.service, contract.type, method),
        contract,
        many,
        handle: many ? takeTogether(instance, method) : takeEach(instance, method),
      }));
    });
  }

  async #ensureConsumer(consumer: Consumer): Promise<void> {
    const manager = await jetstreamManager(this.nats.connection);
    const stream = streamOf(producerOf(consumer.contract.type));
    const existing = await manager.consumers.info(stream, consumer.name).catch(() => undefined);
    if (existing) {
      // An earlier version may have created it with another wait.
      if (existing.config.ack_wait !== ACK_WAIT_NS)
        await manager.consumers.update(stream, consumer.name, { ack_wait: ACK_WAIT_NS });
      return;
    }
    await manager.consumers.add(stream, {
      durable_name: consumer.name,
      filter_subject: consumer.contract.type,
      ack_policy: AckPolicy.Explicit,
      ack_wait: ACK_WAIT_NS,
      deliver_policy: DeliverPolicy.All,
      max_ack_pending: 1_000,
    });
  }

  async #consume(consumer: Consumer): Promise<void> {
    while (!this.#stopped) {
      try {
        const source = await jetstream(this.nats.connection).consumers.get(
          streamOf(producerOf(consumer.contract.type)),
          consumer.name,
        );
        const [prefetch, batch] = consumer.many ? [PREFETCH_OF_MANY, BATCH_OF_MANY] : [PREFETCH, BATCH];
        const messages = await source.consume({ max_messages: prefetch, idle_heartbeat: 5_000 });
        this.#open.add(messages);
        // A stop that came in while the pull was being opened.
        if (this.#stopped) messages.stop();
        void this.#reopenWhenLost(messages);
        const batcher = new Batcher<JsMsg>((batch) => this.#takeAll(consumer, batch), {
          inFlight: 1,
          batch,
          waiting: Infinity,
          ...(consumer.many ? { restMs: this.config.EVENT_GATHER_MS } : {}),
        });
        for await (const message of messages) {
          batcher.add(message);
          if (batcher.depth >= batch) await batcher.idle();
        }
        await batcher.drain();
        this.#open.delete(messages);
      } catch (error) {
        if (!this.#stopped) this.#logger.warn(`${consumer.name} cannot consume now: ${(error as Error).message}`);
      }
      if (this.#stopped) return;
      await new Promise((resolve) => setTimeout(resolve, REOPEN_MS));
      await this.streams
        .ensure()
        .then(() => this.#ensureConsumer(consumer))
        .catch(() => undefined);
    }
  }

  /** Ends the pull when its stream or consumer is gone, so that the loop creates them again. */
  async #reopenWhenLost(messages: ConsumerMessages): Promise<void> {
    for await (const status of messages.status()) {
      if (['consumer_deleted', 'consumer_not_found', 'stream_not_found', 'no_responders'].includes(status.type)) {
        messages.stop();
        return;
      }
    }
  }

  /**
   * Takes messages in together, in one commit; when that fails, one by one, so that a bad one does not hold up the
   * others.
   */
  async #takeAll(consumer: Consumer, messages: readonly JsMsg[]): Promise<void> {
    const started = performance.now();
    let spans: readonly (Span | undefined)[] = [];
    try {
      const events = messages.map((message) => this.#read(consumer, message));
      if (this.tracing.on)
        spans = events.map((event, index) => beginEventSpan(this.tracing, consumer.name, event, messages[index]!));
      const fresh = await this.#apply(consumer, events, spans);
      for (const span of spans) span?.end();
      for (const message of messages) {
        message.ack();
        this.#failures.forget(consumer.name, keyOf(message));
      }
      this.#consumed.inc({ consumer: consumer.name, outcome: 'done' }, fresh);
      if (fresh < messages.length)
        this.#consumed.inc({ consumer: consumer.name, outcome: 'seen' }, messages.length - fresh);
    } catch (error) {
      for (const span of spans) if (span) this.tracing.fail(span, error);
      if (messages.length === 1) await this.#failed(consumer, messages[0]!, error);
      else for (const message of messages) await this.#takeAll(consumer, [message]);
    } finally {
      this.#duration.observe({ consumer: consumer.name }, (performance.now() - started) / 1_000);
    }
  }

  #read(consumer: Consumer, message: JsMsg): Envelope {
    try {
      const envelope = Envelope.parse(message.json());
      return { ...envelope, data: consumer.contract.data.parse(envelope.data) };
    } catch (cause) {
      throw new UnreadableEvent('This is no event that its contract describes', { cause });
    }
  }

  /** How many of the events had not been taken in before. */
  #apply(consumer: Consumer, events: readonly Envelope[], spans: readonly (Span | undefined)[]): Promise<number> {
    return this.database.transaction(async (tx) => {
      const marked = await tx.query<{ event_id: string }>({
        text: `insert into inbox (consumer, event_id) select $1, id from unnest($2::uuid[]) as id
               on conflict do nothing returning event_id`,
        values: [consumer.name, events.map(({ id }) => id)],
      });
      const fresh = new Set(marked.map((row) => row.event_id));
      // The same event twice in one batch counts once.
      const taken = events.flatMap((event, index) => (fresh.delete(event.id) ? [{ event, span: spans[index] }] : []));
      if (taken.length > 0) await consumer.handle(taken, tx);
      return marked.length;
    });
  }

  async #failed(consumer: Consumer, message: JsMsg, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    // The database being away is not the event's fault, so it does not count as an attempt.
    if (isConnectionFailure(error)) {
      this.#logger.warn(`${consumer.name}: the database is away: ${reason}`);
      this.#consumed.inc({ consumer: consumer.name, outcome: 'retry' });
      message.nak(retryDelayMs(message.info.deliveryCount));
      return;
    }
    const attempt = this.#failures.add(consumer.name, keyOf(message));
    if (!(error instanceof UnreadableEvent) && attempt < this.config.EVENT_ATTEMPTS) {
      this.#logger.warn(`${consumer.name}: attempt ${attempt} failed: ${reason}`);
      this.#consumed.inc({ consumer: consumer.name, outcome: 'retry' });
      message.nak(retryDelayMs(attempt));
      return;
    }
    try {
      await this.database.kysely
        .insertInto('dead_letters')
        .values({
          consumer: consumer.name,
          event_id: idOf(message),
          subject: message.subject,
          payload: message.string(),
          error: reason.slice(0, 2_000),
          attempts: attempt,
        })
        .execute();
      this.#logger.error(
        `${consumer.name}: gave up on event ${idOf(message) ?? 'without id'} after ${attempt} attempts: ${reason}`,
      );
      this.#consumed.inc({ consumer: consumer.name, outcome: 'dead' });
      message.term();
      this.#failures.forget(consumer.name, keyOf(message));
    } catch {
      message.nak(retryDelayMs(attempt));
    }
  }
}
