import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { isConnectionFailure } from '../errors/database-errors.js';
import { HALF_LIFE_MS, weightAt } from './decay.js';

/** Keys whose activity is held before it is stored; a flood beyond it is stored early. */
const KEYS_MAX = 20_000;

/**
 * Counts activity in memory and adds it to scores that decay every few seconds, so that an act costs no row of its own.
 * What a crash loses is a few seconds of a ranking that decays anyway.
 */
export abstract class ActivityCounter implements OnApplicationBootstrap, OnApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  #weights = new Map<number, number>();
  #since = new Date();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  /** @param flushMs from one time that it is stored to the next */
  constructor(private readonly flushMs: number) {}

  /** Adds weights by key to the scores; they counted so much at the instant `at`. */
  protected abstract store(weights: ReadonlyMap<number, number>, at: Date): Promise<void>;

  /** What else follows from time that has passed; must not throw. */
  protected async stored(): Promise<void> {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.flush(), this.flushMs);
    this.#timer.unref();
  }

  /** Calls have been answered by now, and the database is still open. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /**
   * Counts an act.
   * @param weight negative when the act is taken back
   * @param at when it happened: what is late, or is taken back late, counts for what it still weighs
   */
  add(key: number, weight: number, at?: Date): void {
    this.#weights.set(key, (this.#weights.get(key) ?? 0) + (at ? weight * weightAt(at, this.#since) : weight));
    if (this.#weights.size >= KEYS_MAX) void this.flush();
  }

  /** Resolves when all that was counted is stored, or kept for the next time. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write()
      .then(() => this.stored())
      .finally(() => {
        this.#flushing = undefined;
      });
    return this.#flushing;
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
