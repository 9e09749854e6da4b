import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, Metrics, isConnectionFailure } from '@inkling/platform';
import { Counter } from '@prometheus-io/client';
import { InsightsConfig } from '../config.js';
import { ClassificationRepository, type QueuedPoll } from './classification-repository.js';
import type { Classification } from './classification.js';
import { LexiconClassifier } from './lexicon-classifier.js';
import { ModelClassifier } from './model-classifier.js';

const ATTEMPTS = 5;
/** Few, so that the last poll is classified long before its lease runs out. */
const LEXICON_BATCH = 8;
const RETRY_MS = 2_000;

/**
 * Classifies the polls in the queue with a few loops, each with one poll at a time, so that neither thousands of new
 * polls nor a slow provider block anything else. No transaction is open while the provider is called.
 */
@Injectable()
export class ClassificationWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(ClassificationWorker.name);
  readonly #closing = new AbortController();
  readonly #classified: Counter<'classifier'>;
  #loops: Promise<void>[] = [];

  constructor(
    private readonly repository: ClassificationRepository,
    private readonly model: ModelClassifier,
    private readonly lexicon: LexiconClassifier,
    metrics: Metrics,
    @Inject(CONFIG) private readonly config: InsightsConfig,
  ) {
    this.#classified = new Counter({
      name: 'inkling_insights_classified_total',
      help: 'Polls classified',
      labelNames: ['classifier'],
      registers: [metrics.registry],
    });
  }

  onApplicationBootstrap(): void {
    this.#loops = Array.from({ length: this.config.INSIGHTS_CLASSIFY_CONCURRENCY }, () => this.#loop());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#loops);
  }

  async #loop(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      let pauseMs = 0;
      try {
        const polls = await this.repository.claim(this.model.enabled ? 1 : LEXICON_BATCH);
        if (polls.length === 0) pauseMs = this.config.INSIGHTS_CLASSIFY_SWEEP_MS;
        for (const poll of polls) await (signal.aborted ? this.repository.release(poll) : this.#settle(poll, signal));
      } catch (error) {
        pauseMs = RETRY_MS;
        if (isConnectionFailure(error))
          this.#logger.warn('Polls cannot be classified now: the database is unavailable');
        else this.#logger.error('Polls cannot be classified now', error);
      }
      if (pauseMs > 0) await pause(pauseMs, signal);
    }
  }

  /** A poll that fails does not block the others of its batch. It is retried when its lease has run out. */
  async #settle(poll: QueuedPoll, signal: AbortSignal): Promise<void> {
    try {
      await this.#classify(poll, signal);
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      this.#logger.error(`Poll ${poll.pollId} could not be classified now`, error);
    }
  }

  async #classify(poll: QueuedPoll, signal: AbortSignal): Promise<void> {
    // Classifying it has crashed a process or failed five times.
    if (poll.attempts > ATTEMPTS) {
      this.#logger.error(`Poll ${poll.pollId} cannot be classified and stays without labels`);
      return this.repository.drop(poll);
    }
    const byModel: Classification | undefined = await this.model.classify(poll, signal);
    if (signal.aborted) return this.repository.release(poll);
    const classification = byModel ?? (await this.lexicon.classify(poll));
    if (await this.repository.finish(poll, classification))
      this.#classified.inc({ classifier: classification.classifier });
  }
}

/** Resolves early when the service stops. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
