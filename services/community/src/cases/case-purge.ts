import { Injectable } from '@nestjs/common';
import { Database, repeatInBatches } from '@inkling/platform';
import { sql } from 'kysely';
import { Log } from '../log/log.js';
import type { Tables } from '../tables.js';

/** Rows in one step. */
const BATCH = 500;

/** Takes a deleted person out of reports and cases. Numbers and decisions stay. */
@Injectable()
export class CasePurge {
  constructor(
    private readonly database: Database<Tables>,
    private readonly log: Log,
  ) {}

  async forget(userId: number, stopping: AbortSignal): Promise<void> {
    const { kysely } = this.database;
    await this.#forgetProfile(userId);
    await repeatInBatches({ batch: BATCH, stopping }, async () => {
      const { numUpdatedRows } = await kysely
        .updateTable('reports')
        .set({ reporter_id: null, words: null })
        .where('id', 'in', (eb) =>
          eb.selectFrom('reports as r').select('r.id').where('r.reporter_id', '=', userId).limit(BATCH),
        )
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    });
    await repeatInBatches({ batch: BATCH, stopping }, () => this.#forgetAuthor(userId));
    await kysely
      .updateTable('cases')
      .set({ taken_by: null, taken_until: null })
      .where('taken_by', '=', userId)
      .execute();
  }

  /** @returns cases that have lost their author */
  #forgetAuthor(userId: number): Promise<number> {
    return this.database.transaction(async ({ kysely }) => {
      const cases = await kysely
        .updateTable('cases')
        .set({ author_id: null, excerpt: '', snapshot: null })
        .where('id', 'in', (eb) =>
          eb.selectFrom('cases as c').select('c.id').where('c.author_id', '=', userId).limit(BATCH),
        )
        .returning('id')
        .execute();
      const ids = cases.map(({ id }) => id);
      if (ids.length > 0)
        await kysely.updateTable('case_flags').set({ detail: '' }).where('case_id', 'in', ids).execute();
      return ids.length;
    });
  }

  /**
   * Cases about the profile itself end, and the id of the person makes way for the negative number of the case. The
   * snapshot stays until the author goes, so that this can be repeated.
   */
  async #forgetProfile(userId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const cases = await tx.kysely
        .selectFrom('cases')
        .select(['id', 'decided_at'])
        .where('object_kind', '=', 'profile')
        .where('object_id', '=', userId)
        .forUpdate()
        .execute();
      for (const { id, decided_at } of cases) {
        if (decided_at === null) {
          await this.log.append(tx, { actorId: null, what: 'case-closed', caseId: id, details: { why: 'deleted' } });
          await tx.kysely
            .updateTable('cases')
            .set({ decided_at: sql<Date>`clock_timestamp()`, taken_by: null, taken_until: null })
            .where('id', '=', id)
            .execute();
        }
        await tx.kysely.updateTable('cases').set({ object_id: -id }).where('id', '=', id).execute();
        await tx.kysely.updateTable('reports').set({ object_id: -id }).where('case_id', '=', id).execute();
      }
    });
  }
}
