import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, isConnectionFailure } from '@inkling/platform';
import type { SearchConfig } from '../config.js';
import { HALF_LIFE_MS, weightAt } from './decay.js';
import { TopicRepository } from './topic-repository.js';

/** What an act weighs beside a vote. */
export const ACT_WEIGHTS = { vote: 1, comment: 3, poll: 5 } as const;
/** Polls whose activity is held before it is written; a flood beyond it is written early. */
const POLLS_MAX = 20_000;

/**
 * Counts activity per poll in memory and adds it to the scores of their topics every few seconds, so that a vote costs no
 * row. What a crash loses is a few seconds of a ranking that decays anyway.
 */
@Injectable()
export class TopicActivity implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(TopicActivity.name);
  #weights = new Map<number, number>();
  #since = new Date();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  constructor(
    private readonly repository: TopicRepository,
    @Inject(CONFIG) private readonly config: SearchConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.flush(), this.config.TOPICS_FLUSH_MS);
    this.#timer.unref();
  }

  /** Calls have been answered by now, and the database is still open. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /**
   * Counts an act on a poll.
   * @param weight in votes
   * @param at when it happened; an event that comes late, or is published again, weighs what it still weighs today
   */
  add(pollId: number, weight: number, at: Date): void {
    this.#weights.set(pollId, (this.#weights.get(pollId) ?? 0) + weight * weightAt(at, this.#since));
    if (this.#weights.size >= POLLS_MAX) void this.flush();
  }

  /** Writes what has been counted; resolves when it is stored, or kept for the next time. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
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
      await this.repository.add(weights, since);
    } catch (error) {
      if (isConnectionFailure(error)) this.#logger.warn('Activity of topics cannot be stored now; it is kept');
      else this.#logger.error('Activity of topics could not be stored; it is kept', error);
      if (Date.now() - since.getTime() < HALF_LIFE_MS) for (const [pollId, weight] of weights) this.add(pollId, weight, since);
    }
  }
}
