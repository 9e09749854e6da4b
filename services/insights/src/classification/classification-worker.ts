import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, Metrics, QueueWorker, isConnectionFailure, type Claimed } from '@inkling/platform';
import { Counter } from '@prometheus-io/client';
import { InsightsConfig } from '../config.js';
import { ClassificationRepository, type QueuedPoll } from './classification-repository.js';
import type { Classification } from './classification.js';
import { LexiconClassifier } from './lexicon-classifier.js';
import { ModelClassifier } from './model-classifier.js';

const ATTEMPTS = 5;
/** Few, so that the last poll is classified long before its lease runs out. */
const LEXICON_BATCH = 8;

/**
 * Classifies the polls in the queue, a few at once, so that neither thousands of new polls nor a slow provider block
 * anything else. No transaction is open while the provider is called.
 */
@Injectable()
export class ClassificationWorker extends QueueWorker<readonly QueuedPoll[]> {
  readonly #logger = new Logger(ClassificationWorker.name);
  readonly #classified: Counter<'classifier'>;

  constructor(
    private readonly repository: ClassificationRepository,
    private readonly model: ModelClassifier,
    private readonly lexicon: LexiconClassifier,
    metrics: Metrics,
    @Inject(CONFIG) config: InsightsConfig,
  ) {
    super(config.INSIGHTS_CLASSIFY_CONCURRENCY, config.INSIGHTS_CLASSIFY_SWEEP_MS);
    this.#classified = new Counter({
      name: 'inkling_insights_classified_total',
      help: 'Polls classified',
      labelNames: ['classifier'],
      registers: [metrics.registry],
    });
  }

  /** Claims batches of polls. */
  protected async claim(slots: number): Promise<Claimed<readonly QueuedPoll[]>> {
    const batch = this.model.enabled ? 1 : LEXICON_BATCH;
    const polls = await this.repository.claim(slots * batch);
    const batches = Array.from({ length: Math.ceil(polls.length / batch) }, (_, index) =>
      polls.slice(index * batch, (index + 1) * batch),
    );
    return { rows: batches, more: polls.length > 0 };
  }

  protected async work(polls: readonly QueuedPoll[], stopping: AbortSignal): Promise<void> {
    for (const poll of polls)
      await (stopping.aborted ? this.repository.release(poll) : this.#tryToClassify(poll, stopping));
  }

  /** A poll that fails does not block the others of its batch. It is retried when its lease has run out. */
  async #tryToClassify(poll: QueuedPoll, signal: AbortSignal): Promise<void> {
    try {
      await this.#classify(poll, signal);
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      this.#logger.error(`Poll ${poll.pollId} could not be classified now`, error);
    }
  }

  async #classify(poll: QueuedPoll, signal: AbortSignal): Promise<void> {
    // Attempts count failures as well as processes that crashed while they classified it.
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
