import { Injectable } from '@nestjs/common';
import { BatchLoader, Database } from '@inkling/platform';
import { pollJson, readParts, type PartsRow, type PollParts } from './poll-json.js';
import { PARTS } from './poll-state.sql.js';
import type { PollState } from './poll-state.js';

/** About 1 kB each. */
const KEPT_MAX = 10_000;
/** Polls that nobody reads are forgotten after one to two of these. */
const ROTATE_MS = 5 * 60_000;

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
  #young = new Map<number, Known>();
  #old: ReadonlyMap<number, Known> = new Map();
  #rotateAt = Date.now() + ROTATE_MS;
  readonly #loader = new BatchLoader<number, Known | undefined>((pollIds) => this.#read(pollIds), {
    inFlight: 2,
    batch: 500,
    waiting: 20_000,
  });

  constructor(private readonly database: Database) {}

  /**
   * @returns the JSON of each poll; a poll whose row has gone since its state was read is left out
   * @throws ApiError `unavailable` when too many polls are to be read
   */
  async forViewers(states: readonly PollState[]): Promise<string[]> {
    const known = await Promise.all(states.map((state) => this.#known(state) ?? this.#loader.load(state.pollId)));
    return states.flatMap((state, index) => {
      const found = known[index];
      return found ? [pollJson(found.parts, state)] : [];
    });
  }

  #known({ pollId, stamp }: PollState): Known | undefined {
    const young = this.#young.get(pollId);
    const known = young ?? this.#old.get(pollId);
    if (known?.stamp !== stamp) return undefined;
    if (!young) this.#keep(pollId, known);
    return known;
  }

  /** Two generations: what is used moves to the young one, and the old one is forgotten as a whole. */
  #keep(pollId: number, known: Known): void {
    if (this.#young.size >= KEPT_MAX / 2 || Date.now() >= this.#rotateAt) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#rotateAt = Date.now() + ROTATE_MS;
    }
    this.#young.set(pollId, known);
  }

  async #read(pollIds: readonly number[]): Promise<(Known | undefined)[]> {
    const rows = await this.database.query<PartsRow & { pollId: number; stamp: string }>({
      name: 'poll-parts',
      text: PARTS,
      values: [[...new Set(pollIds)]],
    });
    const found = new Map(rows.map((row) => [row.pollId, { stamp: row.stamp, parts: readParts(row) }]));
    for (const [pollId, known] of found) this.#keep(pollId, known);
    return pollIds.map((pollId) => found.get(pollId));
  }
}
