import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { QueueLoop, type Taken } from './queue-loop.js';

/** A provider that works through a queue for as long as the service runs. */
export abstract class QueueWorker<Row> implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly loop: QueueLoop<Row>;

  /**
   * @param name for logs
   * @param slots rows worked on at once
   */
  constructor(name: string, slots: number) {
    this.loop = new QueueLoop({ name, slots, take: (limit) => this.take(limit), work: (row) => this.work(row) });
  }

  /** As `QueueLoopOptions.take`. */
  protected abstract take(limit: number): Promise<Taken<Row>>;
  /** As `QueueLoopOptions.work`. */
  protected abstract work(row: Row): Promise<void>;

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Looks at the queue once the caller's transaction has committed. */
  wakeSoon(): void {
    this.loop.wakeSoon();
  }
}
