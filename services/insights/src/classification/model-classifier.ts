import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONTEXTS, MOODS, PollLabels, SEASONS, TOPICS_MAX } from '@inkling/contracts';
import { CONFIG } from '@inkling/platform';
import { z } from 'zod';
import { InsightsConfig } from '../config.js';
import type { PollWording } from '../polls/poll-lookup.js';
import { DATA_RULES, pollData } from '../provider/poll-data.js';
import { chosenProvider } from '../provider/chosen-provider.js';
import { Pause } from '../provider/pause.js';
import { ProviderFailure } from '../provider/provider-failure.js';
import { Provider } from '../provider/provider.js';
import { Quotas } from '../provider/quotas.js';
import type { Classification } from './classification.js';
import { tidyTopics } from './topics.js';

const TIMEOUT_MS = 15_000;
const MAX_OUTPUT_TOKENS = 300;
/** After this many consecutive failures the lexicon takes over for a while, so that the queue keeps moving. */
const FAILURES_MAX = 3;
const PAUSE_MS = 60_000;

const TASK =
  `You label polls so that readers find what interests them. Topics: up to ${TOPICS_MAX} short noun phrases, ` +
  'lower case, in English whatever the language of the poll, so that polls of all languages share them, ' +
  'most important first. ' +
  'Mood, context and seasonality: one value of the given list each, or null when none clearly fits. ' +
  'Language: the BCP 47 primary subtag of the language of the poll, such as "de", or null when that is unclear.';

const oneOf = (values: readonly string[]) => ({ type: ['string', 'null'], enum: [...values, null] });
const FORMAT = {
  type: 'json_schema' as const,
  name: 'poll_labels',
  strict: true,
  schema: {
    type: 'object',
    properties: {
      topics: { type: 'array', items: { type: 'string' } },
      mood: oneOf(MOODS),
      context: oneOf(CONTEXTS),
      seasonality: oneOf(SEASONS),
      language: { type: ['string', 'null'] },
    },
    required: ['topics', 'mood', 'context', 'seasonality', 'language'],
    additionalProperties: false,
  },
};
/** Some endpoints do not enforce the schema, so unknown values count as unclear. */
const Labels = z.object({
  topics: z.array(z.string()),
  mood: z.enum(MOODS).nullable().catch(null),
  context: z.enum(CONTEXTS).nullable().catch(null),
  seasonality: z.enum(SEASONS).nullable().catch(null),
  language: PollLabels.shape.language.catch(null),
});

/** Labels polls with the model, up to a daily limit. */
@Injectable()
export class ModelClassifier {
  readonly #logger = new Logger(ModelClassifier.name);
  readonly #pause = new Pause();
  #failures = 0;

  constructor(
    private readonly provider: Provider,
    private readonly quotas: Quotas,
    @Inject(CONFIG) private readonly config: InsightsConfig,
  ) {}

  get enabled(): boolean {
    const { config } = this;
    return this.provider.configured && config.INSIGHTS_CLASSIFY_WITH_MODEL && chosenProvider(config) === 'openai';
  }

  /** Undefined if the model is unavailable, over its limit, or returns no labels. */
  async classify(poll: PollWording, signal: AbortSignal): Promise<Classification | undefined> {
    if (!this.enabled || this.provider.paused || this.#pause.on) return undefined;
    if (!(await this.quotas.takeClassification())) return undefined;
    try {
      const { text } = await this.provider.ask({
        purpose: 'classification',
        instructions: `${TASK}\n\n${DATA_RULES}`,
        input: pollData(poll),
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        timeoutMs: TIMEOUT_MS,
        format: FORMAT,
        signal,
      });
      const { topics: named, language, ...labels } = Labels.parse(JSON.parse(text));
      const topics = tidyTopics(named);
      // A language alone says nothing about the poll.
      if (topics.length === 0 && Object.values(labels).every((label) => label === null))
        throw new ProviderFailure('empty');
      this.#failures = 0;
      return { topics, ...labels, language, classifier: 'model' };
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
      return undefined;
    }
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    const reason = error instanceof ProviderFailure ? error.message : 'The model returned no labels';
    this.#logger.warn(`The lexicon classifies a poll. ${reason}`);
    if (this.#failures < FAILURES_MAX) return;
    this.#failures = 0;
    this.#pause.start(PAUSE_MS);
  }
}
