import { Injectable } from '@nestjs/common';
import { BatchLoader, Database, LruCache } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';
import { pollJson } from './poll-json.js';
import { AUTHOR_PARTS, INSTANT_PARTS, POLL_PARTS } from './poll-parts.sql.js';
import { partsOf, type PollParts } from './poll-parts.js';
import { STAMP } from './poll-state.sql.js';
import type { PollState } from './poll-state.js';

/** About 1 kB each. */
const KEPT_MAX = 10_000;
/** How long a text is kept at most: that of a deleted poll is never read, and goes with all others. */
const KEPT_MS = 5 * 60_000;

interface Known {
  readonly stamp: string;
  readonly parts: PollParts;
}

/**
 * Writes polls as JSON for their viewers. Most of a poll's text never changes and is the same for everybody, so this
 * process keeps it. A list reads only what is new, with a stamp that says whether the kept text is still right (ADR 7).
 */
@Injectable()
export class KnownPolls {
  #known = new LruCache<number, Known>(KEPT_MAX);
  #forgetAt = 0;
  readonly #loader = new BatchLoader<number, Known | undefined>((pollIds) => this.#read(pollIds), {
    inFlight: 2,
    batch: 500,
    waiting: 20_000,
  });

  constructor(private readonly database: Database<Tables>) {}

  /**
   * @returns the JSON of each poll; a poll whose row has gone since its state was read is left out
   * @throws ApiError `unavailable` when too many polls are to be read
   */
  async forViewers(states: readonly PollState[]): Promise<string[]> {
    if (Date.now() >= this.#forgetAt) {
      this.#known = new LruCache(KEPT_MAX);
      this.#forgetAt = Date.now() + KEPT_MS;
    }
    const known = new Map(states.map((state) => [state.pollId, this.#find(state)]));
    const missing = [...known].flatMap(([pollId, found]) => (found ? [] : [pollId]));
    if (missing.length > 0)
      await Promise.all(missing.map(async (pollId) => known.set(pollId, await this.#loader.load(pollId))));
    return states.flatMap((state) => {
      const found = known.get(state.pollId);
      return found ? [pollJson(found.parts, state)] : [];
    });
  }

  #find({ pollId, stamp }: PollState): Known | undefined {
    const known = this.#known.get(pollId);
    return known?.stamp === stamp ? known : undefined;
  }

  async #read(pollIds: readonly number[]): Promise<(Known | undefined)[]> {
    const rows = await this.database.kysely
      .selectFrom('polls as p')
      .leftJoin('authors as w', 'w.user_id', 'p.author_id')
      .select([
        ...POLL_PARTS,
        ...AUTHOR_PARTS,
        sql.raw<string | null>(INSTANT_PARTS.end_date).as('end_date'),
        sql.raw<string>(INSTANT_PARTS.created_at).as('created_at'),
        sql.raw<string>(STAMP).as('stamp'),
      ])
      .where('p.id', '=', sql<number>`any(${[...new Set(pollIds)]}::bigint[])`)
      .execute();
    const found = new Map(rows.map((row) => [row.id, { stamp: row.stamp, parts: partsOf(row) }]));
    for (const [pollId, known] of found) this.#known.set(pollId, known);
    return pollIds.map((pollId) => found.get(pollId));
  }
}
