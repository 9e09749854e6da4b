import { randomUUID } from 'node:crypto';
import type { EventContract, EventData } from '@inkling/contracts';
import { Nats } from '@inkling/platform';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { eventually } from './eventually.js';
import type { Stack } from './stack.js';

/** Many may be published at once, on a busy machine. */
const ACK_TIMEOUT_MS = 20_000;

/** Events that a spec publishes in the place of the service that owns them. */
export class EventFeed {
  readonly #nats: Nats;
  /** Place in its stream of the last event of each type: a consumer's counts may lag behind what was acknowledged. */
  readonly #last = new Map<string, number>();

  private constructor(nats: Nats) {
    this.#nats = nats;
  }

  static async connect(stack: Stack): Promise<EventFeed> {
    return new EventFeed(await Nats.connect({ servers: stack.nats.url, name: 'spec' }));
  }

  /** Publishes an event twice, under two message ids, as when the mark of the first publication was lost. */
  async publishTwice<C extends EventContract>(contract: C, data: EventData<C>): Promise<void> {
    const envelope = {
      id: randomUUID(),
      type: contract.type,
      occurredAt: new Date().toISOString(),
      correlationId: 'spec',
      data,
    };
    for (const msgID of [randomUUID(), randomUUID()]) {
      const { seq } = await jetstream(this.#nats.connection).publish(contract.type, JSON.stringify(envelope), {
        msgID,
        timeout: ACK_TIMEOUT_MS,
      });
      this.#last.set(contract.type, Math.max(seq, this.#last.get(contract.type) ?? 0));
    }
  }

  /**
   * Waits until all that was published has been taken in.
   * @param consumers how many the stream must have: with none, nothing would be waiting either
   */
  drained(stream: string, consumers: number): Promise<void> {
    return eventually(async () => {
      const found = await (await jetstreamManager(this.#nats.connection)).consumers.list(stream).next();
      const waiting = found.map((info) => {
        const behind = info.delivered.stream_seq < (this.#last.get(info.config.filter_subject ?? '') ?? 0);
        return Math.max(info.num_pending + info.num_ack_pending, behind ? 1 : 0);
      });
      if (found.length !== consumers || waiting.some((count) => count > 0))
        throw new Error(`${stream}: ${found.length} consumers, waiting ${waiting.join(', ')}`);
    });
  }

  close(): Promise<void> {
    return this.#nats.connection.close();
  }
}
