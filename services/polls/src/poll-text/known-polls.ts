import { Injectable } from '@nestjs/common';
import { BatchLoader, Database, LruCache } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';
import { pollJson, readParts, type PollParts } from './poll-json.js';
import { STAMP } from './poll-state.sql.js';
import type { PollState } from './poll-state.js';
import { POLL_PARTS } from './poll-text.sql.js';

/** About 1 kB each. */
const KEPT_MAX = 10_000;
/** How long a text is kept at most: that of a deleted poll is never read, and goes with all others. */
const KEPT_MS = 5 * 60_000;

interface Known {
  readonly pollId: number;
  readonly stamp: string;
  readonly parts: PollParts;
}

/**
 * Writes polls as JSON. Most of a poll's text never changes and is the same for everybody, so this
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
   * @throws as `partsOf`
   */
  async forViewers(states: readonly PollState[]): Promise<string[]> {
    const parts = await this.partsOf(states);
    return states.flatMap((state) => {
      const found = parts.get(state.pollId);
      return found ? [pollJson(found, state)] : [];
    });
  }

  /**
   * @param polls with the stamp that each had in a statement
   * @returns by poll, no older than that statement; a poll whose row has gone since is left out
   * @throws ApiError `unavailable` when too many polls are to be read; the database's errors
   */
  async partsOf(polls: readonly Pick<PollState, 'pollId' | 'stamp'>[]): Promise<Map<number, PollParts>> {
    if (Date.now() >= this.#forgetAt) {
      this.#known = new LruCache(KEPT_MAX);
      this.#forgetAt = Date.now() + KEPT_MS;
    }
    const parts = new Map<number, PollParts>();
    const missing: number[] = [];
    for (const { pollId, stamp } of polls) {
      const known = this.#known.get(pollId);
      if (known?.stamp === stamp) parts.set(pollId, known.parts);
      else missing.push(pollId);
    }
    for (const read of await Promise.all(missing.map((pollId) => this.#loader.load(pollId))))
      if (read) parts.set(read.pollId, read.parts);
    return parts;
  }

  async #read(pollIds: readonly number[]): Promise<(Known | undefined)[]> {
    const rows = await this.database.kysely
      .selectFrom('polls as p')
      .leftJoin('authors as w', 'w.user_id', 'p.author_id')
      .select([
        'p.id as pollId',
        sql.raw<string>(STAMP).as('stamp'),
        sql.raw<string>(POLL_PARTS.text).as('text'),
        sql.raw<string | null>(POLL_PARTS.quiz).as('quiz'),
      ])
      .where('p.id', '=', sql<number>`any(${[...new Set(pollIds)]}::bigint[])`)
      .execute();
    const found = new Map(
      rows.map((row) => [row.pollId, { pollId: row.pollId, stamp: row.stamp, parts: readParts(row) }]),
    );
    for (const [pollId, known] of found) this.#known.set(pollId, known);
    return pollIds.map((pollId) => found.get(pollId));
  }
}
