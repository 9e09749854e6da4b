import { Injectable } from '@nestjs/common';
import { Database, Metrics, PeriodicWorker } from '@inkling/platform';
import type { Tables } from '../tables.js';
import { VOTE_PARTITION_POLLS } from './vote-partition-size.js';

/** Two partitions lie ahead, and no instance asks two million polls in this time. */
const EVERY_MS = 10 * 60_000;
/** Soon after the start, but not before what people wait for. */
const FIRST_MS = 1_000;

/**
 * Creates partitions of `votes` ahead of the polls that need them (ADR 38). Every replica does it; the function of the
 * database lets one at a time, and the others find nothing to do.
 */
@Injectable()
export class VotePartitions extends PeriodicWorker {
  /** When partitions were last known to be ahead, by `performance.now()`; the start, until then. */
  #seenAhead = performance.now();

  constructor(
    private readonly database: Database<Tables>,
    metrics: Metrics,
  ) {
    super({ name: 'Creating partitions of votes', everyMs: EVERY_MS, firstMs: FIRST_MS, jitter: 0.2 });
    metrics.read(
      'inkling_vote_partitions_unknown_seconds',
      'Time since two partitions of votes were last known to lie ahead',
      () => [{ value: (performance.now() - this.#seenAhead) / 1_000 }],
    );
  }

  protected async work(): Promise<void> {
    await this.database.kysely
      .selectNoFrom((eb) => eb.fn<number>('create_vote_partitions', [eb.val(VOTE_PARTITION_POLLS)]).as('room'))
      .execute();
    this.#seenAhead = performance.now();
  }
}
