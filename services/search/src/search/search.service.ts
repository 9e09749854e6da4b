import { Injectable, Logger } from '@nestjs/common';
import type { SearchResults } from '@inkling/contracts';
import { TYPO_WORD_MIN, isCorrectable } from '../text/typos.js';
import { Folding } from '../text/folding.js';
import { searchTerms, type SearchTerms, type Term } from '../text/search-terms.js';
import { correctionsOf } from '../vocabulary/vocabulary.js';
import { CommonTokens } from './common-tokens.js';
import { patternsOf } from './patterns.js';
import { SearchPool } from './search-pool.js';
import { SearchRepository } from './search-repository.js';
import { POLLS_MAX, USERS_MAX, type PollRow, type UserRow } from './search.sql.js';
import { templates } from './tsquery.js';

/** With fewer results than this, or without a poll, words may be mistyped. */
const FEW = 5;
/** Words of one query that are corrected. */
const CORRECTED_WORDS_MAX = 4;
/** The SQLSTATE of a statement timeout. */
const TIMED_OUT = '57014';

/** Finds users and polls while people type. */
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
   * The best matches among users and among polls, for any text. A search that takes too long answers with the results
   * that it has. Polls come with their total number of votes and never with counts per option. Results hold nobody from
   * whom a block separates the viewer, and none of their polls.
   */
  async search(q: string, viewerId: number): Promise<SearchResults> {
    const terms = searchTerms(this.folding, q);
    const found = await this.#find(terms, viewerId);
    const few = found.users.length + found.polls.length < FEW;
    // Many users do not mean that the word is spelt correctly, because any few letters begin some names.
    if (!few && !(terms.wantsPolls && found.polls.length === 0)) return found;
    const corrections = await this.#corrections(terms.terms);
    if (corrections.size === 0) return found;
    const wanted = { ...terms, username: null, wantsUsers: terms.wantsUsers && few };
    const corrected = await this.#find(wanted, viewerId, corrections);
    return {
      users: append(found.users, corrected.users, USERS_MAX),
      polls: append(found.polls, corrected.polls, POLLS_MAX),
    };
  }

  async #find(
    terms: SearchTerms,
    viewerId: number,
    corrections?: ReadonlyMap<string, readonly string[]>,
  ): Promise<SearchResults> {
    const searchable = terms.terms.length > 0;
    const patterns = patternsOf(terms.words, corrections);
    const query = (common: CommonTokens) => ({ templates: templates(terms.terms, common, corrections), patterns });
    const [users, polls] = await Promise.all([
      terms.wantsUsers && (searchable || terms.username)
        ? this.#unlessTooSlow<UserRow>('users', () =>
            this.repository.users(query(this.#commonInNames), terms.username, viewerId),
          )
        : [],
      terms.wantsPolls && searchable
        ? this.#unlessTooSlow<PollRow>('polls', () => this.repository.polls(query(this.#commonInPolls), viewerId))
        : [],
    ]);
    return { users, polls };
  }

  /** For each word that may be mistyped, the known words that it may stand for. */
  async #corrections(terms: readonly Term[]): Promise<Map<string, readonly string[]>> {
    const words = terms
      .filter(({ kind, token }) => kind === 'word' && isCorrectable(token, TYPO_WORD_MIN))
      .slice(0, CORRECTED_WORDS_MAX);
    const corrections = await this.#unlessTooSlow('words', () =>
      Promise.all(words.map(async ({ token }) => [token, await correctionsOf(this.pool, token)] as const)),
    );
    return new Map(corrections.filter(([, known]) => known.length > 0));
  }

  /** The result of `search`, or nothing after a timeout. */
  async #unlessTooSlow<T>(what: string, search: () => Promise<T[]>): Promise<T[]> {
    try {
      return await search();
    } catch (error) {
      if ((error as { code?: string }).code !== TIMED_OUT) throw error;
      this.#logger.warn(`A search for ${what} timed out`);
      return [];
    }
  }
}

function append<T extends { readonly id: number }>(first: readonly T[], second: readonly T[], limit: number): T[] {
  const seen = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !seen.has(id))].slice(0, limit);
}
