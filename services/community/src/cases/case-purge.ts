import { Injectable } from '@nestjs/common';
import type { ObjectKind } from '@inkling/contracts';
import { Database, RIGHT_NOW, repeatInBatches } from '@inkling/platform';
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

  /** @param deletesPolls whether the polls are deleted; polls that stay without a name keep their open cases */
  async forget(userId: number, deletesPolls: boolean, stopping: AbortSignal): Promise<void> {
    const { kysely } = this.database;
    await this.#close(userId, deletesPolls ? ['poll', 'picture', 'comment', 'profile'] : ['comment', 'profile']);
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

  /** Closes open cases about content that is deleted with the account. */
  async #close(userId: number, kinds: readonly ObjectKind[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      const closed = await tx.kysely
        .updateTable('cases')
        .set({ decided_at: RIGHT_NOW, taken_by: null, taken_until: null })
        .where('author_id', '=', userId)
        .where('object_kind', 'in', kinds)
        .where('decided_at', 'is', null)
        .returning('id')
        .execute();
      for (const { id } of closed)
        await this.log.append(tx, { by: 'product', what: 'case-closed', caseId: id, details: { why: 'deleted' } });
    });
  }

  /** In cases about the profile itself, the negative id of the case replaces the id of the person. */
  async #forgetProfile(userId: number): Promise<void> {
    await this.database.transaction(async ({ kysely }) => {
      const cases = await kysely
        .selectFrom('cases')
        .select('id')
        .where('object_kind', '=', 'profile')
        .where('object_id', '=', userId)
        .forUpdate()
        .execute();
      for (const { id } of cases) {
        await kysely.updateTable('cases').set({ object_id: -id }).where('id', '=', id).execute();
        await kysely.updateTable('reports').set({ object_id: -id }).where('case_id', '=', id).execute();
      }
    });
  }
}
