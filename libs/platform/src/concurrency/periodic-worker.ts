import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { PeriodicTask, type PeriodicTaskOptions } from './periodic-task.js';

/** A provider that does a job at an interval while the service runs. */
export abstract class PeriodicWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #task: PeriodicTask;

  constructor(options: Omit<PeriodicTaskOptions, 'run'>) {
    this.#task = new PeriodicTask({ ...options, run: (stopping) => this.work(stopping) });
  }

  /** As `run` of `PeriodicTaskOptions`. */
  protected abstract work(stopping: AbortSignal): Promise<unknown>;

  onApplicationBootstrap(): void {
    this.#task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#task.stop();
  }

  /** Works now. Never rejects: the next run makes up for a failure. */
  sweep(): Promise<void> {
    return this.#task.run();
  }
}
