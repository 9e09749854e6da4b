import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { WorkQueue, type Claimed } from './work-queue.js';

/** A provider that works through a `WorkQueue` while the service runs. */
export abstract class QueueWorker<Row> implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #queue: WorkQueue<Row>;

  /**
   * @param slots rows in work at once
   * @param lookMs milliseconds between two claims when nobody wakes the queue; default: the queue's own
   */
  constructor(slots: number, lookMs?: number) {
    this.#queue = new WorkQueue({
      name: this.constructor.name,
      slots,
      ...(lookMs === undefined ? {} : { lookMs }),
      claim: (limit) => this.claim(limit),
      work: (row, stopping) => this.work(row, stopping),
    });
  }

  /** As `claim` of `WorkQueueOptions`. */
  protected abstract claim(limit: number): Promise<Claimed<Row>>;

  /** As `work` of `WorkQueueOptions`. */
  protected abstract work(row: Row, stopping: AbortSignal): Promise<void>;

  onApplicationBootstrap(): void {
    this.#queue.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#queue.stop();
  }

  /** Claims now instead of at the next look. */
  wake(): void {
    this.#queue.wake();
  }

  /** Claims in a moment, when the caller's transaction has committed. */
  wakeSoon(): void {
    this.#queue.wakeSoon();
  }
}
