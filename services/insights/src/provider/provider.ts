import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, Metrics } from '@inkling/platform';
import OpenAI from 'openai';
import type { ResponseFormatTextJSONSchemaConfig, Tool } from 'openai/resources/responses/responses';
import { Counter } from '@prometheus-io/client';
import { z } from 'zod';
import { InsightsConfig } from '../config.js';
import { Pause } from './pause.js';
import { ProviderFailure, toProviderFailure } from './provider-failure.js';
import type { Purpose } from './quota.entities.js';

export interface Question {
  readonly purpose: Purpose;
  /** The task, without any text of users. */
  readonly instructions: string;
  /** The poll as delimited data. */
  readonly input: string;
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
  readonly format?: ResponseFormatTextJSONSchemaConfig;
  readonly tools?: Tool[];
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly text: string;
  /** The addresses in the `url_citation` annotations, unchecked. */
  readonly citations: readonly string[];
  /** Whether the token limit cut the text off. */
  readonly truncated: boolean;
}

/** The fields of a response that we read. Compatible endpoints differ in the others. */
const Reply = z.object({
  status: z.string().nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(
    z.object({
      type: z.string().nullish(),
      content: z
        .array(
          z.object({
            type: z.string(),
            text: z.string().nullish(),
            annotations: z.array(z.object({ type: z.string(), url: z.unknown() })).nullish(),
          }),
        )
        .nullish(),
    }),
  ),
  usage: z
    .object({ input_tokens: z.number().nonnegative().nullish(), output_tokens: z.number().nonnegative().nullish() })
    .nullish(),
});

const PAUSE_DEFAULT_MS = 10_000;
const PAUSE_MAX_MS = 60_000;

/** The client of the model: one timeout for everything, at most one retry, pauses as requested, counted tokens. */
@Injectable()
export class Provider {
  readonly #logger = new Logger(Provider.name);
  readonly #client: OpenAI | undefined;
  readonly #calls: Counter<'purpose' | 'outcome'>;
  readonly #tokens: Counter<'purpose' | 'direction'>;
  readonly #pause = new Pause();

  constructor(
    @Inject(CONFIG) private readonly config: InsightsConfig,
    metrics: Metrics,
  ) {
    this.#calls = new Counter({
      name: 'inkling_insights_provider_calls_total',
      help: 'Questions put to the model',
      labelNames: ['purpose', 'outcome'],
      registers: [metrics.registry],
    });
    this.#tokens = new Counter({
      name: 'inkling_insights_tokens_total',
      help: 'Tokens that the model reported',
      labelNames: ['purpose', 'direction'],
      registers: [metrics.registry],
    });
    if (!config.OPENAI_API_KEY) return;
    this.#client = new OpenAI({
      apiKey: config.OPENAI_API_KEY,
      baseURL: config.OPENAI_BASE_URL,
      organization: null,
      project: null,
      maxRetries: 1,
      logLevel: 'off',
      fetch: fetchWithoutWaiting,
    });
  }

  /** Whether there is a key. */
  get configured(): boolean {
    return this.#client !== undefined;
  }

  get model(): string {
    return this.config.OPENAI_MODEL;
  }

  /** Whether the provider has asked for a pause. */
  get paused(): boolean {
    return this.#pause.on;
  }

  /**
   * Asks the model.
   * @throws ProviderFailure if there is no usable answer
   */
  async ask(question: Question): Promise<Answer> {
    if (!this.#client || this.paused) throw new ProviderFailure('busy');
    const deadline = AbortSignal.timeout(question.timeoutMs);
    try {
      const response = await this.#client.responses.create(
        {
          model: this.config.OPENAI_MODEL,
          instructions: question.instructions,
          input: question.input,
          max_output_tokens: question.maxOutputTokens,
          store: false,
          ...(question.format ? { text: { format: question.format } } : {}),
          ...(question.tools?.length ? { tools: question.tools } : {}),
        },
        {
          signal: question.signal ? AbortSignal.any([deadline, question.signal]) : deadline,
          timeout: question.timeoutMs,
        },
      );
      const answer = this.#read(question.purpose, response);
      this.#calls.inc({ purpose: question.purpose, outcome: 'answered' });
      return answer;
    } catch (error) {
      const failure = toProviderFailure(error, deadline);
      this.#calls.inc({ purpose: question.purpose, outcome: failure.kind });
      this.#pauseAfter(failure);
      throw failure;
    }
  }

  #read(purpose: Purpose, response: unknown): Answer {
    const parsed = Reply.safeParse(response);
    if (!parsed.success) throw new ProviderFailure('broken');
    const { status, incomplete_details: incomplete, output, usage } = parsed.data;
    this.#tokens.inc({ purpose, direction: 'input' }, usage?.input_tokens ?? 0);
    this.#tokens.inc({ purpose, direction: 'output' }, usage?.output_tokens ?? 0);
    if (status === 'failed' || status === 'cancelled') throw new ProviderFailure('broken');
    const parts = output.filter(({ type }) => type === 'message').flatMap(({ content }) => content ?? []);
    if (parts.some(({ type }) => type === 'refusal') || incomplete?.reason === 'content_filter')
      throw new ProviderFailure('refusal');
    const texts = parts.filter(({ type }) => type === 'output_text');
    const text = texts.map((part) => part.text ?? '').join('\n');
    if (text.trim() === '') throw new ProviderFailure('empty');
    const citations = texts
      .flatMap(({ annotations }) => annotations ?? [])
      .flatMap(({ type, url }) => (type === 'url_citation' && typeof url === 'string' ? [url] : []));
    return { text, citations, truncated: status === 'incomplete' };
  }

  #pauseAfter(failure: ProviderFailure): void {
    if (failure.kind === 'key-refused') this.#logger.error('The provider refuses the key of OPENAI_API_KEY');
    if (failure.kind !== 'busy') return;
    const ms = Math.min(failure.details.retryAfterMs ?? PAUSE_DEFAULT_MS, PAUSE_MAX_MS);
    this.#pause.start(ms);
    this.#logger.warn(`The provider is busy; no calls for ${Math.ceil(ms / 1_000)} s`);
  }
}

/** Fails immediately after a 429 response. The client would wait for a retry until its timeout. */
async function fetchWithoutWaiting(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.status !== 429) return response;
  const headers = new Headers(response.headers);
  headers.set('x-should-retry', 'false');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
