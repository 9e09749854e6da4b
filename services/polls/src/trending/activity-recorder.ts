import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, isConnectionFailure } from '@inkling/platform';
import type { PollsConfig } from '../config.js';
import { TrendingRepository } from './trending-repository.js';
import { HALF_LIFE_MS, weightAt } from './decay.js';

/** Polls whose activity is held before it is written; a flood beyond it is written early. */
const POLLS_MAX = 20_000;

/**
 * Counts activity in memory and adds it to the trending scores every few seconds, so that a vote costs no row of its own.
 * What a crash loses is a few seconds of a ranking that decays anyway.
 */
@Injectable()
export class ActivityRecorder implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(ActivityRecorder.name);
  #weights = new Map<number, number>();
  #since = new Date();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  constructor(
    private readonly repository: TrendingRepository,
    @Inject(CONFIG) private readonly config: PollsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.flush(), this.config.TRENDING_FLUSH_MS);
    this.#timer.unref();
  }

  /** Calls have been answered by now, and the database is still open. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /**
   * Counts acts on a poll.
   * @param acts how many; negative when they are taken back
   * @param at when they happened; taking back an old like takes away only what it still weighs
   */
  add(pollId: number, acts: number, at?: Date): void {
    const weight = at ? acts * weightAt(at, this.#since) : acts;
    this.#weights.set(pollId, (this.#weights.get(pollId) ?? 0) + weight);
    if (this.#weights.size >= POLLS_MAX) void this.flush();
  }

  /** Writes what has been counted, and marks the polls that trend by it; resolves when it is stored, or kept for the next time. */
  flush(): Promise<void> {
    this.#flushing ??= this.#writeAndMark().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async #writeAndMark(): Promise<void> {
    await this.#write();
    // Marks also change because time passes.
    await this.repository.mark(new Date()).catch((error: unknown) => {
      if (isConnectionFailure(error)) this.#logger.warn('Trending polls cannot be marked now; the next time does it');
      else this.#logger.error('Trending polls could not be marked', error);
    });
  }

  async #write(): Promise<void> {
    if (this.#weights.size === 0) return;
    const [weights, since] = [this.#weights, this.#since];
    this.#weights = new Map();
    this.#since = new Date();
    try {
      await this.repository.add(weights, since);
    } catch (error) {
      if (isConnectionFailure(error)) this.#logger.warn('Trending activity cannot be stored now; it is kept');
      else this.#logger.error('Trending activity could not be stored; it is kept', error);
      if (Date.now() - since.getTime() < HALF_LIFE_MS) for (const [pollId, weight] of weights) this.add(pollId, weight, since);
    }
  }
}
