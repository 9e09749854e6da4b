import { z } from 'zod';
import type { InsightsConfig } from '../config.js';
import type { PollWording } from '../polls/poll-lookup.js';
import { DATA_RULES, pollData } from '../provider/poll-data.js';
import { ProviderFailure } from '../provider/provider-failure.js';
import type { Provider, Answer, Question } from '../provider/provider.js';
import type { Reachability } from '../provider/reachability.js';
import { citedSources } from './cited-sources.js';
import { DeepDiveSource, type DeepDive } from './deep-dive-source.js';
import { plainText, wholeSentences } from './plain-text.js';

const TASK =
  'You give readers of a social poll factual context for its question, so that they can decide better. Write ' +
  'two to four short paragraphs of plain text in the language of the question: what is known, relevant figures ' +
  'with their year, and the strongest points for the different options. Be neutral, recommend no option, do not ' +
  'guess how people voted, and say so where facts are disputed or unknown. No headings, no lists, no HTML, no ' +
  'greeting.';
const SEARCH_TASK = 'Search the web for current facts and cite what you use.';

const Paragraphs = z.object({ paragraphs: z.array(z.string()) });
const FORMAT = {
  type: 'json_schema' as const,
  name: 'deep_dive',
  strict: true,
  schema: {
    type: 'object',
    properties: {
      paragraphs: { type: 'array', items: { type: 'string' }, description: 'Two to four paragraphs of plain text' },
    },
    required: ['paragraphs'],
    additionalProperties: false,
  },
};

/**
 * Has the model write a Deep Dive as a structured list of paragraphs. The citations of its web search are the sources.
 * If the endpoint does not support web search or structured output, it is no longer requested.
 */
export class DeepDiveAuthor extends DeepDiveSource {
  readonly kind = 'ai';
  readonly #provider: Provider;
  readonly #reachability: Reachability;
  readonly #config: InsightsConfig;
  #searches: boolean;
  #structures = true;

  constructor(provider: Provider, reachability: Reachability, config: InsightsConfig) {
    super();
    this.#provider = provider;
    this.#reachability = reachability;
    this.#config = config;
    this.#searches = config.OPENAI_WEB_SEARCH !== 'off';
  }

  get name(): string {
    return this.#provider.model;
  }

  get unavailable(): boolean {
    return this.#provider.paused || this.#reachability.away;
  }

  offered(): Promise<boolean> {
    return this.#reachability.reachable();
  }

  async write(poll: PollWording, signal: AbortSignal): Promise<DeepDive> {
    const deadline = Date.now() + this.#config.OPENAI_TIMEOUT_MS;
    for (;;) {
      const [searched, structured] = [this.#searches, this.#structures];
      try {
        const answer = await this.#provider.ask(this.#question(poll, { searched, structured }, deadline, signal));
        this.#reachability.answered();
        return read(answer, structured);
      } catch (error) {
        if (error instanceof ProviderFailure && error.kind === 'broken' && error.details.status === undefined)
          this.#reachability.missed();
        if (
          !(error instanceof ProviderFailure) ||
          !this.#learns(error, { searched, structured }) ||
          Date.now() >= deadline
        )
          throw error;
      }
    }
  }

  #question(
    poll: PollWording,
    { searched, structured }: { searched: boolean; structured: boolean },
    deadline: number,
    signal: AbortSignal,
  ): Question {
    return {
      purpose: 'deep-dive',
      instructions: `${searched ? `${TASK} ${SEARCH_TASK}` : TASK}\n\n${DATA_RULES}`,
      input: pollData(poll),
      maxOutputTokens: this.#config.OPENAI_MAX_OUTPUT_TOKENS,
      timeoutMs: Math.max(1, deadline - Date.now()),
      signal,
      ...(searched ? { tools: [{ type: 'web_search' as const }] } : {}),
      ...(structured ? { format: FORMAT } : {}),
    };
  }

  /** Whether the endpoint has rejected an optional feature, which is then no longer used. */
  #learns(failure: ProviderFailure, used: { searched: boolean; structured: boolean }): boolean {
    if (failure.kind !== 'rejected') return false;
    const complaint = failure.details.complaint ?? '';
    // Structured output goes first: some endpoints support only one of the two, and sources matter more.
    if (used.structured && /text\.format|json[_ ](?:schema|mode)|response_format|structured/i.test(complaint)) {
      this.#structures = false;
      return true;
    }
    if (used.searched && this.#config.OPENAI_WEB_SEARCH === 'auto' && /\btools?\b|web_search/i.test(complaint)) {
      this.#searches = false;
      return true;
    }
    return false;
  }
}

function read(answer: Answer, structured: boolean): DeepDive {
  // A truncated JSON object is useless, but a truncated text still has complete sentences.
  if (structured && answer.truncated) throw new ProviderFailure('empty');
  const text = plainText(structured ? paragraphsOf(answer.text) : answer.text);
  const kept = answer.truncated ? wholeSentences(text) : text;
  if (!/\p{L}/u.test(kept)) throw new ProviderFailure('empty');
  return { text: kept, sources: citedSources(answer.citations), passages: [] };
}

function paragraphsOf(text: string): string {
  let output: unknown;
  try {
    output = JSON.parse(text);
  } catch {
    throw new ProviderFailure('empty');
  }
  const parsed = Paragraphs.safeParse(output);
  if (!parsed.success) throw new ProviderFailure('empty');
  return parsed.data.paragraphs.join('\n');
}
