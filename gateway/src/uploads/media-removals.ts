import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  type ConsumerMessages,
  type JsMsg,
} from '@nats-io/jetstream';
import {
  Envelope,
  accountDeletionStarted,
  pollDeleted,
  profileUpdated,
  type EventContract,
  type EventData,
} from '@inkling/contracts';
import { EventStreams, Nats, producerOf, retryDelayMs, streamOf } from '@inkling/platform';
import { keyOf } from './object-key.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';

/** Longer than a store may take to fail. */
const ACK_WAIT_NS = 60 * 1_000_000_000;
const PREFETCH = 32;
const REOPEN_MS = 1_000;
const REOPEN_MAX_MS = 5_000;
const LOST = new Set(['consumer_deleted', 'consumer_not_found', 'stream_not_found', 'no_responders']);

interface Source {
  readonly name: string;
  readonly contract: EventContract;
  readonly paths: (data: unknown) => readonly (string | null | undefined)[];
}

const source = <C extends EventContract>(
  name: string,
  contract: C,
  paths: (data: EventData<C>) => readonly (string | null | undefined)[],
): Source => ({
  name,
  contract,
  paths: (data) => paths(contract.data.parse(data) as EventData<C>),
});

/**
 * Removes the objects of deleted polls, replaced pictures and deleted accounts (docs/product.md#media). It needs no
 * inbox, because removing an object twice does no harm. All gateways share the durable consumers.
 */
@Injectable()
export class MediaRemovals implements OnApplicationBootstrap, BeforeApplicationShutdown {
  static readonly SOURCES: readonly Source[] = [
    source('gateway-media-of-deleted-polls', pollDeleted, ({ media, optionImages = [] }) => [media, ...optionImages]),
    source('gateway-replaced-pictures', profileUpdated, (data) => [data.replacedPicture]),
    source('gateway-pictures-of-deleted-accounts', accountDeletionStarted, (data) => [data.profilePicture]),
  ];
  readonly #logger = new Logger(MediaRemovals.name);
  readonly #open = new Set<ConsumerMessages>();
  #loops: Promise<void>[] = [];
  #wake: (() => void)[] = [];
  #stopped = false;

  constructor(
    private readonly nats: Nats,
    private readonly streams: EventStreams,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** Does not wait for JetStream: the gateway serves without it, and objects are removed when it is there. */
  onApplicationBootstrap(): void {
    this.#loops = MediaRemovals.SOURCES.map((each) => this.#consume(each));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    for (const messages of this.#open) messages.stop();
    for (const wake of this.#wake) wake();
    await Promise.allSettled(this.#loops);
  }

  async #consume(each: Source): Promise<void> {
    for (let pause = REOPEN_MS; !this.#stopped; pause = Math.min(REOPEN_MAX_MS, 2 * pause)) {
      try {
        await this.#ensureConsumer(each);
        const consumer = await jetstream(this.nats.connection).consumers.get(
          streamOf(producerOf(each.contract.type)),
          each.name,
        );
        const messages = await consumer.consume({ max_messages: PREFETCH, idle_heartbeat: 5_000 });
        this.#open.add(messages);
        pause = REOPEN_MS;
        // The shutdown may have begun while the pull was being opened.
        if (this.#stopped) messages.stop();
        void this.#stopWhenLost(messages);
        for await (const message of messages) await this.#take(each, message);
        this.#open.delete(messages);
      } catch (error) {
        if (!this.#stopped) this.#logger.warn(`${each.name} cannot consume now: ${(error as Error).message}`);
      }
      if (!this.#stopped) await this.#pause(pause);
    }
  }

  async #ensureConsumer({ name, contract }: Source): Promise<void> {
    await this.streams.ensure();
    const manager = await jetstreamManager(this.nats.connection);
    const stream = streamOf(producerOf(contract.type));
    if (await manager.consumers.info(stream, name).catch(() => undefined)) return;
    await manager.consumers.add(stream, {
      durable_name: name,
      filter_subject: contract.type,
      ack_policy: AckPolicy.Explicit,
      ack_wait: ACK_WAIT_NS,
      deliver_policy: DeliverPolicy.All,
      max_ack_pending: 256,
    });
  }

  async #stopWhenLost(messages: ConsumerMessages): Promise<void> {
    for await (const status of messages.status()) {
      if (LOST.has(status.type)) messages.stop();
    }
  }

  async #take(each: Source, message: JsMsg): Promise<void> {
    let keys: string[];
    try {
      keys = each.paths(Envelope.parse(message.json()).data).flatMap((path) => keyOf(path ?? '') ?? []);
    } catch {
      this.#logger.error(`${each.name}: an event cannot be read and is left out`);
      message.term();
      return;
    }
    try {
      if (keys.length > 0) await this.store.remove(keys);
      message.ack();
    } catch {
      message.nak(retryDelayMs(message.info.deliveryCount));
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake.push(() => {
        clearTimeout(timer);
        resolve();
      });
      if (this.#wake.length > MediaRemovals.SOURCES.length) this.#wake.shift();
    });
  }
}
