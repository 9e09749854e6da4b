import { Logger } from '@nestjs/common';
import type { Queries } from '../vocabulary/vocabulary.js';
import { COMMON_TOKENS, type CommonTokensRow } from './search.sql.js';

const REFRESH_MS = 60_000;

/**
 * How common tokens are, from the planner statistics of PostgreSQL. They list about a thousand most common tokens of a
 * table; all others are rare.
 */
export class CommonTokens {
  readonly #logger = new Logger(CommonTokens.name);
  #tokens: string[] = [];
  #shares: number[] = [];
  #readAt = 0;
  readonly #queries: Queries;
  readonly #table: string;

  constructor(queries: Queries, table: string) {
    this.#queries = queries;
    this.#table = table;
  }

  /** The share of documents with this token, from 0 to 1; 0 if the token is rare. */
  share(token: string): number {
    this.#refreshWhenOld();
    const at = this.#position(token);
    return this.#tokens[at] === token ? this.#shares[at]! : 0;
  }

  /** The sum of the shares of common tokens with this beginning, 1 at most. */
  shareOfBeginning(beginning: string): number {
    this.#refreshWhenOld();
    let sum = 0;
    for (
      let at = this.#position(beginning);
      at < this.#tokens.length && this.#tokens[at]!.startsWith(beginning);
      at += 1
    )
      sum += this.#shares[at]!;
    return Math.min(1, sum);
  }

  /** Reads the statistics. */
  async refresh(): Promise<void> {
    this.#readAt = Date.now();
    const rows = await this.#queries.query<CommonTokensRow>({
      name: 'common-tokens',
      text: COMMON_TOKENS,
      values: [this.#table],
    });
    const { tokens, shares } = rows[0] ?? {};
    const sorted = (tokens ?? [])
      .map((token, index) => ({ token, share: shares?.[index] ?? 0 }))
      .toSorted((a, b) => (a.token < b.token ? -1 : 1));
    this.#tokens = sorted.map(({ token }) => token);
    this.#shares = sorted.map(({ share }) => share);
  }

  #refreshWhenOld(): void {
    if (Date.now() - this.#readAt < REFRESH_MS) return;
    this.refresh().catch((error: Error) =>
      this.#logger.warn(`Statistics of ${this.#table} cannot be read: ${error.message}`),
    );
  }

  #position(beginning: string): number {
    let [low, high] = [0, this.#tokens.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#tokens[middle]! < beginning) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
