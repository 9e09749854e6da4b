import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, Metrics, PeriodicTask } from '@inkling/platform';
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
export class VotePartitions implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #task = new PeriodicTask({
    name: 'Creating partitions of votes',
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    jitter: 0.2,
    run: () => this.#createAhead(),
  });
  /** When partitions were last known to be ahead, by `performance.now()`; the start, until then. */
  #seenAhead = performance.now();

  constructor(
    private readonly database: Database<Tables>,
    metrics: Metrics,
  ) {
    metrics.read(
      'inkling_vote_partitions_unknown_seconds',
      'Time since two partitions of votes were last known to lie ahead',
      () => [{ value: (performance.now() - this.#seenAhead) / 1_000 }],
    );
  }

  onApplicationBootstrap(): void {
    this.#task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#task.stop();
  }

  /** Runs now. Never rejects: the next run makes up for a failure. */
  sweep(): Promise<void> {
    return this.#task.run();
  }

  async #createAhead(): Promise<void> {
    await this.database.kysely
      .selectNoFrom((eb) => eb.fn<number>('create_vote_partitions', [eb.val(VOTE_PARTITION_POLLS)]).as('room'))
      .execute();
    this.#seenAhead = performance.now();
  }
}
