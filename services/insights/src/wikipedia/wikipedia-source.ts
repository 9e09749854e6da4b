import { INSIGHT_SOURCES_MAX, type InsightPassage } from '@inkling/contracts';
import type { InsightsConfig } from '../config.js';
import { DeepDiveSource, type DeepDive } from '../deep-dive/deep-dive-source.js';
import type { PollWording } from '../polls/poll-lookup.js';
import { ProviderFailure } from '../provider/provider-failure.js';
import type { Reachability } from '../provider/reachability.js';
import { articleOf, fittingHit, passageOf, stemsOf } from './articles.js';
import { languageOfPoll } from './poll-language.js';
import type { MediaWiki, Page, WikiReply } from './media-wiki.js';
import { searchTerms } from './search-terms.js';

const PASSAGES_MAX = Math.min(4, INSIGHT_SOURCES_MAX);
/** With fewer articles found by title, the wiki is also searched. */
const ENOUGH = 2;
const SEARCHES_MAX = 2;
const HITS = 5;

/**
 * Passages from Wikipedia about the subjects of a poll, in the poll's language. One request looks up all titles; at
 * most two searches follow, one after the other.
 */
export class WikipediaSource extends DeepDiveSource {
  readonly kind = 'passages';

  readonly #wiki: MediaWiki;
  readonly #reachability: Reachability;
  readonly #timeoutMs: number;

  constructor(wiki: MediaWiki, reachability: Reachability, config: InsightsConfig) {
    super();
    this.#wiki = wiki;
    this.#reachability = reachability;
    this.#timeoutMs = config.WIKIPEDIA_TIMEOUT_MS;
  }

  get name(): string {
    return this.#wiki.host;
  }

  get unavailable(): boolean {
    return this.#wiki.paused || this.#reachability.away;
  }

  offered(): Promise<boolean> {
    return this.#reachability.reachable();
  }

  async write(poll: PollWording, signal: AbortSignal): Promise<DeepDive> {
    try {
      const passages = await this.#passages(poll, AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]));
      this.#reachability.answered();
      return { text: passages.map(({ text }) => text).join('\n'), sources: passages.map(({ url }) => url), passages };
    } catch (error) {
      const unanswered =
        error instanceof ProviderFailure &&
        (error.kind === 'timeout' || error.kind === 'broken') &&
        error.details.status === undefined;
      if (unanswered) this.#reachability.missed();
      throw error;
    }
  }

  async #passages(poll: PollWording, signal: AbortSignal): Promise<InsightPassage[]> {
    const language = languageOfPoll(poll);
    const terms = await searchTerms(poll, language);
    if (terms.length === 0) return [];
    const byTitle = await this.#wiki.titled(language, terms, signal);
    const articles = terms.map((term): [string, Page | undefined] => [term, articleOf(term, byTitle)]);
    const found = new Map<string, InsightPassage>();
    for (const [, page] of articles) add(found, page, byTitle);
    const open = articles.filter(([, page]) => page === undefined).slice(0, SEARCHES_MAX);
    const pollWords = new Set(stemsOf([poll.question, ...poll.options].join(' ')));
    for (const [term] of open) {
      if (found.size >= ENOUGH) break;
      const hits = await this.#wiki.found(language, term, HITS, signal);
      add(found, fittingHit(term, pollWords, hits), hits);
    }
    return [...found.values()].slice(0, PASSAGES_MAX);
  }
}

function add(found: Map<string, InsightPassage>, page: Page | undefined, reply: WikiReply): void {
  const passage = page && passageOf(page, reply);
  if (passage) found.set(passage.url, found.get(passage.url) ?? passage);
}
