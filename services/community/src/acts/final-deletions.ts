import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { APPEAL_DAYS } from '@inkling/contracts';
import { Database, PeriodicTask } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';
import { ModeratedStates } from './moderated-states.js';

const EVERY_MS = 60_000;
/** Objects in one transaction. */
const BATCH = 50;

/**
 * Makes deletions final once nobody can appeal any more. Each object is locked, so that several replicas, and an undo at
 * the same moment, do not disagree.
 */
@Injectable()
export class FinalDeletions implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #task = new PeriodicTask({
    name: 'Making deletions final',
    everyMs: EVERY_MS,
    run: (stopping) => this.#removeAll(stopping),
  });

  constructor(
    private readonly database: Database<Tables>,
    private readonly states: ModeratedStates,
  ) {}

  onApplicationBootstrap(): void {
    this.#task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#task.stop();
  }

  /** Resolves when what is due is done. */
  sweep(): Promise<void> {
    return this.#task.run();
  }

  async #removeAll(stopping: AbortSignal): Promise<void> {
    let removed = BATCH;
    while (removed === BATCH && !stopping.aborted) removed = await this.#removeSome();
  }

  #removeSome(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const due = await tx.kysely
        .selectFrom('object_states as s')
        .select(['s.kind', 's.object_id'])
        .where('s.state', '=', 'deleted')
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('acts as a')
              .leftJoin('appeals as p', 'p.act_id', 'a.id')
              .select('a.id')
              .whereRef('a.id', '=', 's.act_id')
              .where('a.undone_at', 'is', null)
              .where('a.made_at', '<=', sql<Date>`clock_timestamp() - make_interval(days => ${APPEAL_DAYS})`)
              .where((or) => or.or([or('p.id', 'is', null), or('p.decided_at', 'is not', null)])),
          ),
        )
        .limit(BATCH)
        .forUpdate('s')
        .skipLocked()
        .execute();
      for (const { kind, object_id } of due) await this.states.removeObject(tx, kind, object_id);
      return due.length;
    });
  }
}
