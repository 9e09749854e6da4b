import { Injectable, Logger } from '@nestjs/common';
import type { Author, SearchResults } from '@inkling/contracts';
import { isForgivable, TYPO_WORD_MIN } from '../text/edits.js';
import { Folding } from '../text/folding.js';
import { searchTerms, type SearchTerms, type Term } from '../text/search-terms.js';
import { wordsNear } from '../vocabulary/vocabulary.js';
import { CommonTokens } from './common-tokens.js';
import { patternsOf } from './patterns.js';
import { SearchPool } from './search-pool.js';
import { POLLS_MAX, SearchRepository, USERS_MAX, type PollRow } from './search-repository.js';
import { templates } from './tsquery.js';

/** With fewer results than this, or no poll, words may have been mistyped. */
const FEW = 5;
/** Words of one query that are looked up by their mistakes. */
const FORGIVEN_MAX = 4;
/** SQLSTATE of a statement that was given up because its time was over. */
const TIMED_OUT = '57014';

/** Search as one types: users and polls (spec 7, decisions). */
@Injectable()
export class SearchService {
  readonly #logger = new Logger(SearchService.name);
  readonly #commonInPolls: CommonTokens;
  readonly #commonInNames: CommonTokens;

  constructor(
    private readonly repository: SearchRepository,
    private readonly pool: SearchPool,
    private readonly folding: Folding,
  ) {
    this.#commonInPolls = new CommonTokens(pool, 'poll_documents');
    this.#commonInNames = new CommonTokens(pool, 'user_documents');
  }

  /**
   * What matches best, users and polls separately. Any text will do; a search that takes too long answers with what it
   * has. Polls carry their total of votes and never counts per option (decisions).
   */
  async search(q: string): Promise<SearchResults> {
    const terms = searchTerms(this.folding, q);
    const found = await this.#find(terms);
    const few = found.users.length + found.polls.length < FEW;
    // Many people do not make it a word that is spelt right: any few letters begin some names.
    if (!few && !(terms.wantsPolls && found.polls.length === 0)) return found;
    const meant = await this.#meant(terms.terms);
    if (meant.size === 0) return found;
    const forgiven = await this.#find({ ...terms, username: null, wantsUsers: terms.wantsUsers && few }, meant);
    return {
      users: merge(found.users, forgiven.users, USERS_MAX),
      polls: merge(found.polls, forgiven.polls, POLLS_MAX),
    };
  }

  async #find(terms: SearchTerms, meant?: ReadonlyMap<string, readonly string[]>): Promise<SearchResults> {
    const searchable = terms.terms.length > 0;
    const like = patternsOf(terms.words, meant);
    const wanted = (common: CommonTokens) => ({ by: templates(terms.terms, common, meant), like });
    const [users, polls] = await Promise.all([
      terms.wantsUsers && (searchable || terms.username)
        ? this.#inTime<Author>('users', () => this.repository.users(wanted(this.#commonInNames), terms.username))
        : [],
      terms.wantsPolls && searchable
        ? this.#inTime<PollRow>('polls', () => this.repository.polls(wanted(this.#commonInPolls)))
        : [],
    ]);
    return { users, polls };
  }

  /** Known words that unknown ones may stand for. */
  async #meant(terms: readonly Term[]): Promise<Map<string, readonly string[]>> {
    const words = terms
      .filter(({ kind, token }) => kind === 'word' && isForgivable(token, TYPO_WORD_MIN))
      .slice(0, FORGIVEN_MAX);
    const near = await this.#inTime('words', () =>
      Promise.all(words.map(async ({ token }) => [token, await wordsNear(this.pool, token)] as const)),
    );
    return new Map(near.filter(([, known]) => known.length > 0));
  }

  async #inTime<T>(what: string, look: () => Promise<T[]>): Promise<T[]> {
    try {
      return await look();
    } catch (error) {
      if ((error as { code?: string }).code !== TIMED_OUT) throw error;
      this.#logger.warn(`A search for ${what} took too long and was given up`);
      return [];
    }
  }
}

function merge<T extends { readonly id: number }>(exact: readonly T[], forgiven: readonly T[], limit: number): T[] {
  const seen = new Set(exact.map(({ id }) => id));
  return [...exact, ...forgiven.filter(({ id }) => !seen.has(id))].slice(0, limit);
}
