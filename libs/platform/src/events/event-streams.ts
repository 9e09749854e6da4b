import { Injectable, Logger } from '@nestjs/common';
import { EVENTS } from '@inkling/contracts';
import {
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  jetstreamManager,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { PermissionViolationError } from '@nats-io/transport-node';
import { NotReady } from '../health/readiness-check.js';
import { Nats } from '../messaging/nats-connection.js';

const DAY_NS = 24 * 60 * 60 * 1_000_000_000;
const DEDUPLICATION_NS = 2 * 60 * 1_000_000_000;
const WAIT_STEP_MS = 250;
const ASK_MS = 2_000;
const NOT_FOUND = 404;

/** The service whose stream holds an event: the first part of its type. */
export const producerOf = (type: string): string => type.slice(0, type.indexOf('.'));

/** Name of a producer's stream. */
export const streamOf = (producer: string): string => `${producer}-events`;

/** The stream of a service that publishes events; none for one that does not. */
export const publishedBy = (service: string): string[] => (PRODUCERS.includes(service) ? [streamOf(service)] : []);

const PRODUCERS = [...new Set(EVENTS.map((event) => producerOf(event.type)))];

export interface EnsureOptions {
  /** Servers that keep a copy of each stream; only operators of a cluster set it. Default: unchanged, or 1. */
  readonly replicas?: number;
  /** How long to wait for streams that this user may not make itself. Default 0. */
  readonly waitMs?: number;
}

/**
 * One stream per producer, listing its events' subjects one by one: calls share the first part of the subject and must
 * not land in a stream. Streams are disposable copies of the outboxes, so the first service to start creates them if
 * NATS allows it. With a user per service only the operator may (infra/nats), since a stream can take in any subject.
 */
@Injectable()
export class EventStreams {
  readonly #logger = new Logger(EventStreams.name);
  #refused = false;

  constructor(private readonly nats: Nats) {}

  /**
   * Creates what is missing, and adds the subjects of new events. Safe to call at any time and from any replica.
   * @throws Error naming the streams that are missing and may not be made from here
   */
  async ensure({ replicas, waitMs = 0 }: EnsureOptions = {}): Promise<void> {
    const manager = await jetstreamManager(this.nats.connection);
    const deadline = Date.now() + waitMs;
    for (;;) {
      const missing: string[] = [];
      for (const producer of PRODUCERS)
        if (!(await this.#ensureStream(manager, producer, replicas))) missing.push(streamOf(producer));
      if (missing.length === 0) return;
      if (Date.now() >= deadline)
        throw new Error(
          `NATS lacks the streams ${missing.join(', ')}, or some of their subjects, and does not let this user ` +
            'make them: npm run admin -- streams',
        );
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
    }
  }

  /** Whether streams are there and can be asked. @throws NotReady naming those that are missing */
  async expect(names: readonly string[]): Promise<void> {
    const manager = await jetstreamManager(this.nats.connection, { checkAPI: false, timeout: ASK_MS });
    const answers = await Promise.allSettled(names.map((name) => manager.streams.info(name)));
    const missing = names.filter((_, index) => isMissing(answers[index]!));
    if (missing.length > 0) throw new NotReady(`streams missing: ${missing.join(', ')}`);
    if (answers.some(({ status }) => status === 'rejected')) throw new NotReady('JetStream does not answer');
  }

  /** False when the stream is not as it should be and this user may not change that. */
  async #ensureStream(manager: JetStreamManager, producer: string, replicas: number | undefined): Promise<boolean> {
    const name = streamOf(producer);
    const subjects = EVENTS.map((event) => event.type as string).filter((type) => producerOf(type) === producer);
    const existing = await manager.streams.info(name).catch(() => undefined);
    const lacksSubjects =
      existing !== undefined && subjects.some((subject) => !existing.config.subjects?.includes(subject));
    const otherReplicas = existing !== undefined && replicas !== undefined && existing.config.num_replicas !== replicas;
    if (existing && !lacksSubjects && !otherReplicas) return true;
    // Asking once is enough: every refusal is a line in the server's log.
    if (this.#refused) return false;
    const copies = replicas === undefined ? {} : { num_replicas: replicas };
    try {
      if (existing)
        await manager.streams.update(name, {
          subjects: [...new Set([...(existing.config.subjects ?? []), ...subjects])],
          ...copies,
        });
      else {
        await manager.streams.add({
          name,
          subjects,
          storage: StorageType.File,
          retention: RetentionPolicy.Limits,
          discard: DiscardPolicy.Old,
          max_age: 14 * DAY_NS,
          duplicate_window: DEDUPLICATION_NS,
          ...copies,
        } satisfies Partial<StreamConfig> & { name: string });
      }
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#refused = true;
      this.#logger.log(`The stream ${name} is made by the operator; waiting for it`);
      return false;
    }
  }
}

const isMissing = (answer: PromiseSettledResult<unknown>): boolean =>
  answer.status === 'rejected' && answer.reason instanceof JetStreamApiError && answer.reason.status === NOT_FOUND;

function isRefusal(error: unknown): boolean {
  return (
    error instanceof PermissionViolationError ||
    (error instanceof Error && error.cause !== undefined && isRefusal(error.cause))
  );
}
