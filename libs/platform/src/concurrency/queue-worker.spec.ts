import { describe, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import { QueueWorker } from './queue-worker.js';
import type { Claimed } from './work-queue.js';

class Worker extends QueueWorker<number> {
  readonly waiting = [1, 2, 3];
  readonly done: number[] = [];
  claims = 0;

  constructor() {
    super(2, 60_000);
  }

  protected async claim(limit: number): Promise<Claimed<number>> {
    this.claims++;
    const rows = this.waiting.splice(0, limit);
    return { rows, more: rows.length === limit };
  }

  protected async work(row: number): Promise<void> {
    this.done.push(row);
  }
}

describe('a queue worker', () => {
  it('works from the start of its service, when it is woken, and no more after the stop', async () => {
    const worker = new Worker();
    worker.onApplicationBootstrap();
    await eventually(() => worker.done.length === 3);
    for (const wake of ['wake', 'wakeSoon'] as const) {
      worker.waiting.push(4);
      worker[wake]();
      await eventually(() => worker.waiting.length === 0);
    }
    await worker.beforeApplicationShutdown();
    const { claims } = worker;
    worker.wake();
    await new Promise((resolve) => setImmediate(resolve));
    expect([worker.claims, worker.done]).toEqual([claims, [1, 2, 3, 4, 4]]);
  });
});
