import { Logger } from '@nestjs/common';
import { isConnectionFailure } from '../errors/database-errors.js';

export interface PeriodicTaskOptions {
  /** What the task does, for logs: 'Removing old sessions'. */
  readonly name: string;
  /** Milliseconds from the end of one run to the start of the next. */
  readonly everyMs: number;
  /** Milliseconds until the first run. Default: `everyMs`. */
  readonly firstMs?: number;
  /** Makes each wait longer or shorter by up to this part, so that replicas do not run in step. Default 0. */
  readonly jitter?: number;
  /** One run. What it throws is logged. It should end soon after `stopping`, which `stop` aborts. */
  run(stopping: AbortSignal): Promise<unknown>;
}

/** A job at an interval that never overlaps with itself and stops cleanly. Its timer keeps no process alive. */
export class PeriodicTask {
  readonly #logger = new Logger(PeriodicTask.name);
  readonly #options: PeriodicTaskOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(options: PeriodicTaskOptions) {
    this.#options = options;
  }

  start(): void {
    this.#schedule(this.#options.firstMs ?? this.#options.everyMs);
  }

  /** Runs now, or joins the run under way. Never rejects: a failure is logged, and the next run makes up for it. */
  run(): Promise<void> {
    this.#running ??= this.#attempt().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Schedules no other run, and waits for the one under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(waitMs: number): void {
    if (this.#stopping.signal.aborted) return;
    const { everyMs, jitter = 0 } = this.#options;
    const wait = waitMs * (1 + jitter * (2 * Math.random() - 1));
    this.#timer = setTimeout(() => void this.run().then(() => this.#schedule(everyMs)), wait);
    this.#timer.unref();
  }

  async #attempt(): Promise<void> {
    const { name } = this.#options;
    try {
      await this.#options.run(this.#stopping.signal);
    } catch (error) {
      if (isConnectionFailure(error)) this.#logger.warn(`${name} has to wait: the database is away`);
      else this.#logger.error(`${name} failed; the next run tries again`, error);
    }
  }
}
