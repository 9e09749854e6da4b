import { Injectable, Logger } from '@nestjs/common';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { SpanKind, type Span } from '@opentelemetry/api';
import { Counter } from '@prometheus-io/client';
import { PeriodicTask } from '../concurrency/periodic-task.js';
import { isConnectionFailure } from '../errors/database-errors.js';
import { EventStreams } from '../events/event-streams.js';
import { NotReady } from '../health/readiness-check.js';
import { Nats } from '../messaging/nats-connection.js';
import { Database } from '../persistence/database.js';
import { deleteInBatches } from '../persistence/delete-in-batches.js';
import { Metrics } from '../telemetry/metrics.js';
import { Probe } from '../telemetry/probe.js';
import { formatTraceparent, parseTraceparent, traceparentOf } from '../telemetry/trace-context.js';
import { Tracing } from '../telemetry/tracing.js';
import { Outbox } from '../persistence/outbox.js';

const BATCH = 500;
const SWEEP_MS = 1_000;
/**
 * After a batch: under load the next batch is larger, and its consumers share a transaction. A lone event never waits.
 */
const PAUSE_MS = 15;
const RETRY_MS = 500;
const ACK_TIMEOUT_MS = 5_000;
const KEEP_PUBLISHED = '14 days';
const KEEP_CONSUMED = '30 days';
const CLEAN_EVERY_MS = 10 * 60_000;
/** The figure of unpublished events goes no higher; counting all of them could take long. */
const COUNTED_MAX = 100_000;

interface OutboxMessage {
  readonly id: number;
  readonly event_id: string;
  readonly subject: string;
  readonly payload: string;
}

const troubleOf = (reason: unknown): string =>
  /no space left|insufficient (storage )?resources/i.test(String(reason))
    ? 'disk of NATS full'
    : 'events are not taken';

const WAITING = `
  select count(*)::int as size,
    coalesce(extract(epoch from clock_timestamp() - (
      select created_at from outbox where published_at is null order by id limit 1
    )), 0)::float8 as age
  from (select 1 from outbox where published_at is null limit ${COUNTED_MAX}) waiting`;

const TAKE = `
  select id, event_id, subject, payload from outbox where published_at is null
  order by id limit $1 for update skip locked`;

/**
 * Publishes what transactions left in the outbox. Rows are locked while they are published (SKIP LOCKED, so replicas
 * share the work) and are marked only on the broker's acknowledgement; the message id lets JetStream drop a second
 * copy after a crash in between. Each commit of this process wakes it; a look every second finds what another process
 * left behind.
 */
@Injectable()
export class OutboxRelay {
  readonly #logger = new Logger(OutboxRelay.name);
  readonly #jetstream: JetStreamClient;
  readonly #published: Counter;
  readonly #cleaning = new PeriodicTask({
    name: 'Removing old outbox and inbox rows',
    everyMs: CLEAN_EVERY_MS,
    run: (stopping) => this.#clean(stopping),
  });
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  /** Why the last events could not be published. */
  #trouble: string | undefined;

  constructor(
    nats: Nats,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly streams: EventStreams,
    metrics: Metrics,
    private readonly tracing: Tracing,
  ) {
    this.#jetstream = jetstream(nats.connection, { timeout: ACK_TIMEOUT_MS });
    this.#published = new Counter({
      name: 'inkling_outbox_published_total',
      help: 'Events published',
      registers: [metrics.registry],
    });
    const waiting = new Probe(async () => {
      const [figures] = await this.database.query<{ age: number; size: number }>({ text: WAITING });
      return figures!;
    });
    const figure = async (name: 'age' | 'size') => {
      const row = await waiting.read();
      return row && [{ value: row[name] }];
    };
    metrics.read('inkling_outbox_oldest_seconds', 'Age of the oldest unpublished event', () => figure('age'));
    metrics.read('inkling_outbox_size', `Unpublished events, ${COUNTED_MAX} at the most`, () => figure('size'));
  }

  start(): void {
    this.outbox.onWake(() => this.#wake());
    this.#timer = setInterval(() => this.#wake(), SWEEP_MS);
    this.#cleaning.start();
    this.#wake();
  }

  /** Whether events are taken, as far as there were any. @throws NotReady saying why not */
  expectTaken(): void {
    if (this.#trouble !== undefined) throw new NotReady(this.#trouble);
  }

  /** Publishes the remaining rows, then stops; rows that cannot be published now stay for the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#cleaning.stop();
    this.#wake();
    this.#stopped = true;
    await this.#running;
  }

  #wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
    });
  }

  async #drain(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        const published = await this.#publishBatch();
        if (published === BATCH) this.#again = true;
        else if (published > 0 && !this.#stopped) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      } catch (error) {
        if (isConnectionFailure(error)) this.#logger.warn('The outbox cannot be read now; it is tried again');
        else this.#logger.error('Publishing from the outbox failed; it is tried again', error);
        if (this.#stopped) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async #publishBatch(): Promise<number> {
    const client = await this.database.pool.connect();
    let broken: Error | undefined;
    try {
      // Losing a mark causes a second publication, which the message id makes harmless; waiting for the disk would slow
      // down every batch.
      await client.query('begin; set local synchronous_commit = off');
      const { rows } = await client.query<OutboxMessage>({
        name: 'outbox-take',
        text: TAKE,
        values: [BATCH],
      });
      if (rows.length > 0) {
        const results = await Promise.allSettled(rows.map((row) => this.#publish(row)));
        const acknowledged = rows.filter((_, index) => results[index]?.status === 'fulfilled').map((row) => row.id);
        if (acknowledged.length > 0) {
          await client.query({
            name: 'outbox-mark',
            text: 'update outbox set published_at = clock_timestamp() where id = any($1::bigint[])',
            values: [acknowledged],
          });
        }
        await client.query('commit');
        this.#published.inc(acknowledged.length);
        const failed = results.find((result) => result.status === 'rejected');
        this.#trouble = failed && troubleOf(failed.reason);
        if (failed) {
          // The stream may be gone: its store is disposable, the outbox is not.
          await this.streams.ensure().catch(() => undefined);
          throw new Error(`${rows.length - acknowledged.length} events were not acknowledged`, {
            cause: failed.reason,
          });
        }
      } else {
        await client.query('commit');
        // Another replica may have published them.
        this.#trouble = undefined;
      }
      return rows.length;
    } catch (error) {
      broken = error as Error;
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release(broken && isConnectionFailure(broken) ? broken : undefined);
    }
  }

  #publish(row: OutboxMessage): Promise<unknown> {
    const options = { msgID: row.event_id, timeout: ACK_TIMEOUT_MS };
    const span = this.tracing.on ? this.#span(row) : undefined;
    if (!span) return this.#jetstream.publish(row.subject, row.payload, options);
    const header = headers();
    header.set('traceparent', formatTraceparent(span.spanContext()));
    const published = this.#jetstream.publish(row.subject, row.payload, { ...options, headers: header });
    published.then(
      () => span.end(),
      (error: unknown) => this.tracing.fail(span, error),
    );
    return published;
  }

  /** Below the span in which the event was written. */
  #span({ subject, payload }: OutboxMessage): Span | undefined {
    const writer = parseTraceparent(traceparentOf(payload));
    const attributes = {
      'messaging.system': 'nats',
      'messaging.operation.name': 'publish',
      'messaging.destination.name': subject,
    };
    return writer && this.tracing.begin(`publish ${subject}`, writer, { kind: SpanKind.PRODUCER, attributes });
  }

  async #clean(stopping: AbortSignal): Promise<void> {
    const published = `published_at is not null and created_at < now() - interval '${KEEP_PUBLISHED}'`;
    const consumed = `consumed_at < now() - interval '${KEEP_CONSUMED}'`;
    await deleteInBatches(this.database, { table: 'outbox', where: published, stopping });
    await deleteInBatches(this.database, { table: 'inbox', where: consumed, stopping });
  }
}
