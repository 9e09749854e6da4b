import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PeriodicTask } from '../concurrency/periodic-task.js';
import { isConnectionFailure } from '../errors/database-errors.js';
import { HALF_LIFE_MS, weightAt } from './decay.js';

/** Keys held in memory; more of them cause an early flush. */
const KEYS_MAX = 20_000;

/**
 * Counts activity in memory and adds it every few seconds to scores that decay, so that no act writes a row. A crash
 * loses a few seconds of a ranking that decays anyway.
 */
export abstract class ActivityCounter implements OnApplicationBootstrap, OnApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  #weights = new Map<number, number>();
  #since = new Date();
  readonly #flushing: PeriodicTask;

  /** @param flushMs milliseconds from one flush to the next */
  constructor(flushMs: number) {
    this.#flushing = new PeriodicTask({
      name: 'Storing activity',
      everyMs: flushMs,
      run: async () => {
        await this.#write();
        await this.stored();
      },
    });
  }

  /** Adds weights by key to the scores; `at` is the instant at which they had these weights. */
  protected abstract store(weights: ReadonlyMap<number, number>, at: Date): Promise<void>;

  /** Runs after each flush, for what changes as time passes. Must not throw. */
  protected async stored(): Promise<void> {}

  onApplicationBootstrap(): void {
    this.#flushing.start();
  }

  /** At this point all calls are answered, and the database is still open. */
  async onApplicationShutdown(): Promise<void> {
    await this.#flushing.stop();
    await this.flush();
  }

  /**
   * Counts an act.
   * @param weight negative when the act is taken back
   * @param at when it happened; a late act, or one taken back late, counts with its decayed weight
   */
  add(key: number, weight: number, at?: Date): void {
    this.#weights.set(key, (this.#weights.get(key) ?? 0) + (at ? weight * weightAt(at, this.#since) : weight));
    if (this.#weights.size >= KEYS_MAX) void this.flush();
  }

  /** Resolves when everything counted so far is stored, or kept for the next flush. */
  flush(): Promise<void> {
    return this.#flushing.run();
  }

  async #write(): Promise<void> {
    if (this.#weights.size === 0) return;
    const [weights, since] = [this.#weights, this.#since];
    this.#weights = new Map();
    this.#since = new Date();
    try {
      await this.store(weights, since);
    } catch (error) {
      if (isConnectionFailure(error)) this.logger.warn('Activity cannot be stored now; it is kept');
      else this.logger.error('Activity could not be stored; it is kept', error);
      if (Date.now() - since.getTime() < HALF_LIFE_MS)
        for (const [key, weight] of weights) this.add(key, weight, since);
    }
  }
}
