import { Injectable } from '@nestjs/common';
import { APPEAL_DAYS } from '@inkling/contracts';
import { Database, PeriodicWorker } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';
import { ModeratedStates } from './moderated-states.js';

const EVERY_MS = 60_000;
/** Objects of one look. */
const BATCH = 50;

interface Due {
  readonly object_id: number;
  readonly kind: 'poll' | 'comment';
}

/**
 * Makes deletions final once nobody can appeal any more. Each object is locked against other replicas, and against an
 * undo or an appeal at the same moment.
 */
@Injectable()
export class FinalDeletions extends PeriodicWorker {
  constructor(
    private readonly database: Database<Tables>,
    private readonly states: ModeratedStates,
  ) {
    super({ name: 'Making deletions final', everyMs: EVERY_MS });
  }

  protected async work(stopping: AbortSignal): Promise<void> {
    let after: Due = { object_id: 0, kind: 'poll' };
    for (;;) {
      const due = await this.#due(after);
      for (const { kind, object_id } of due) {
        if (stopping.aborted) return;
        await this.database.transaction((tx) => this.states.removeObject(tx, kind, object_id));
      }
      const last = due.at(-1);
      if (!last || due.length < BATCH) return;
      after = last;
    }
  }

  /** The next objects whose deletion nobody can appeal any more, by the act that holds. */
  #due(after: Due) {
    return this.database.kysely
      .selectFrom('object_states as s')
      .innerJoin('acts as a', 'a.id', 's.act_id')
      .leftJoin('appeals as p', 'p.act_id', 'a.id')
      .select(['s.kind', 's.object_id'])
      .where('s.state', '=', 'deleted')
      .where('a.made_at', '<=', sql<Date>`clock_timestamp() - make_interval(days => ${APPEAL_DAYS})`)
      .where((eb) => eb.or([eb('p.id', 'is', null), eb('p.decided_at', 'is not', null)]))
      .where((eb) =>
        eb.or([
          eb('s.object_id', '>', after.object_id),
          eb.and([eb('s.object_id', '=', after.object_id), eb('s.kind', '>', after.kind)]),
        ]),
      )
      .orderBy('s.object_id')
      .orderBy('s.kind')
      .limit(BATCH)
      .execute();
  }
}
