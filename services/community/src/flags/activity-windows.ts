import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, PeriodicTask, deleteInBatches, fromNow, NOW, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';

const WINDOW_MS = 600_000;
const SWEEP_MS = 600_000;

/** Counts what each person writes in ten minutes. */
@Injectable()
export class ActivityWindows implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #sweep: PeriodicTask;

  constructor(database: Database<Tables>) {
    this.#sweep = new PeriodicTask({
      name: 'Removing counts of what people wrote',
      everyMs: SWEEP_MS,
      jitter: 0.2,
      run: (stopping) => deleteInBatches(database, { table: 'flag_windows', where: 'ends_at < now()', stopping }),
    });
  }

  onApplicationBootstrap(): void {
    this.#sweep.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#sweep.stop();
  }

  /** Counts one more. @returns how many there are in the ten minutes that began with the first */
  async add(tx: Transaction<Tables>, personId: number, kind: 'polls' | 'comments'): Promise<number> {
    const { count } = await tx.kysely
      .insertInto('flag_windows')
      .values({ person_id: personId, kind, count: 1, ends_at: fromNow(WINDOW_MS) })
      .onConflict((conflict) =>
        conflict.columns(['person_id', 'kind']).doUpdateSet((eb) => {
          const runs = eb('flag_windows.ends_at', '>', NOW);
          return {
            count: eb
              .case()
              .when(runs)
              .then(eb('flag_windows.count', '+', 1))
              .else(1)
              .end(),
            ends_at: eb.case().when(runs).then(eb.ref('flag_windows.ends_at')).else(fromNow(WINDOW_MS)).end(),
          };
        }),
      )
      .returning('count')
      .executeTakeFirstOrThrow();
    return count;
  }
}
