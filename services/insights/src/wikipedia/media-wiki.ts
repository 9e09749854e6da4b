import { Logger } from '@nestjs/common';
import type { Metrics } from '@inkling/platform';
import { Counter } from '@prometheus-io/client';
import { z } from 'zod';
import type { InsightsConfig } from '../config.js';
import { Pause } from '../provider/pause.js';
import { ProviderFailure, retryAfterMs } from '../provider/provider-failure.js';

const Page = z.object({
  pageid: z.number().optional(),
  title: z.string(),
  missing: z.boolean().optional(),
  /** The position among the hits of a search. */
  index: z.number().optional(),
  /** The text before the first section. */
  extract: z.string().optional(),
  fullurl: z.string().optional(),
  pageprops: z.record(z.string(), z.unknown()).optional(),
});
export type Page = z.infer<typeof Page>;

const Moved = z.array(z.object({ from: z.string(), to: z.string(), tofragment: z.string().optional() })).optional();
const Reply = z.object({
  error: z.object({ code: z.string() }).optional(),
  query: z
    .object({
      pages: z.array(Page).optional(),
      normalized: Moved,
      redirects: Moved,
      rightsinfo: z.object({ url: z.string(), text: z.string() }).optional(),
    })
    .optional(),
});
/** The result of a query. */
export type WikiReply = NonNullable<z.infer<typeof Reply>['query']>;

/** Requests pages with their beginning, their address, whether they disambiguate, and the wiki's licence. */
const WANTED = {
  prop: 'extracts|info|pageprops',
  exintro: '1',
  explaintext: '1',
  exlimit: 'max',
  inprop: 'url',
  ppprop: 'disambiguation',
  redirects: '1',
  meta: 'siteinfo',
  siprop: 'rightsinfo',
};
/** The wiki refuses requests while its replicas lag by more seconds; Wikimedia recommends this value. */
const MAX_LAG = '5';
const ANSWER_MAX_BYTES = 1_000_000;
const PAUSE_DEFAULT_MS = 30_000;
const PAUSE_MAX_MS = 60 * 60_000;

/**
 * The client of a wiki's Action API. It identifies itself, limits time and size, and pauses when the wiki asks for it.
 * Requests contain search terms and titles, and nothing about the user.
 */
export class MediaWiki {
  readonly headers: Record<string, string>;
  readonly #logger = new Logger(MediaWiki.name);
  readonly #calls: Counter<'outcome'>;
  readonly #baseUrl: string;
  readonly #pause = new Pause();

  constructor(config: InsightsConfig, version: string, metrics: Metrics) {
    this.#baseUrl = config.WIKIPEDIA_BASE_URL.replace(/\/+$/, '');
    this.headers = {
      'user-agent': `Inkling/${version} (${config.WIKIPEDIA_CONTACT ?? 'no contact given'})`,
      accept: 'application/json',
    };
    this.#calls = new Counter({
      name: 'inkling_insights_wiki_calls_total',
      help: 'Requests to the wiki',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
  }

  /** A query for nothing, to check that the wiki is reachable. */
  get smallestRequest(): string {
    return this.#address('en', {});
  }

  get host(): string {
    return new URL(this.#address('en', {})).host;
  }

  /** Whether the wiki has asked for a pause. */
  get paused(): boolean {
    return this.#pause.on;
  }

  /**
   * The pages with these titles, following redirects.
   * @throws ProviderFailure
   */
  titled(language: string, titles: readonly string[], signal: AbortSignal): Promise<WikiReply> {
    return this.#ask(language, { ...WANTED, titles: titles.join('|') }, signal);
  }

  /**
   * The best hits of a search for articles.
   * @throws ProviderFailure
   */
  found(language: string, words: string, limit: number, signal: AbortSignal): Promise<WikiReply> {
    return this.#ask(
      language,
      { ...WANTED, generator: 'search', gsrsearch: words, gsrnamespace: '0', gsrlimit: String(limit) },
      signal,
    );
  }

  #address(language: string, query: Record<string, string>): string {
    const parameters = new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', ...query });
    return `${this.#baseUrl.replaceAll('{language}', language)}/w/api.php?${parameters.toString()}`;
  }

  async #ask(language: string, query: Record<string, string>, signal: AbortSignal): Promise<WikiReply> {
    if (this.paused) throw new ProviderFailure('busy');
    try {
      const response = await fetch(this.#address(language, { ...query, maxlag: MAX_LAG }), {
        headers: this.headers,
        redirect: 'error',
        signal,
      });
      const reply = await this.#read(response);
      this.#calls.inc({ outcome: 'answered' });
      return reply;
    } catch (error) {
      const failure =
        error instanceof ProviderFailure ? error : new ProviderFailure(signal.aborted ? reasonOf(signal) : 'broken');
      this.#calls.inc({ outcome: failure.kind });
      if (failure.kind === 'busy') this.#pauseFor(failure.details.retryAfterMs ?? PAUSE_DEFAULT_MS);
      throw failure;
    }
  }

  async #read(response: Response): Promise<WikiReply> {
    const { status, headers } = response;
    const busy = new ProviderFailure('busy', { status, retryAfterMs: retryAfterMs(headers) });
    if (!response.ok) {
      await response.body?.cancel();
      throw status === 429 || headers.has('retry-after') ? busy : new ProviderFailure('broken', { status });
    }
    const parsed = Reply.safeParse(jsonOf(await bounded(response)));
    if (!parsed.success) throw new ProviderFailure('broken', { status });
    const { error, query } = parsed.data;
    // The wiki reports lag with status 200.
    if (error) throw ['maxlag', 'ratelimited'].includes(error.code) ? busy : new ProviderFailure('broken', { status });
    return query ?? {};
  }

  #pauseFor(wantedMs: number): void {
    const ms = Math.min(wantedMs, PAUSE_MAX_MS);
    this.#pause.start(ms);
    this.#logger.warn(`The wiki is busy; no requests for ${Math.ceil(ms / 1_000)} s`);
  }
}

const reasonOf = (signal: AbortSignal) =>
  (signal.reason as Error | undefined)?.name === 'TimeoutError' ? 'timeout' : 'aborted';

/** @throws ProviderFailure if the answer is too large */
async function bounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_MAX_BYTES) throw new ProviderFailure('broken', { status: response.status });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
