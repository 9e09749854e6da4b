import { Injectable } from '@nestjs/common';
import { Database, repeatInBatches } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** Rows in one step. */
const BATCH = 500;

/** What a purge does with the columns of acts, appeals and notices that hold a user's id. */
export const ACT_USER_COLUMNS = {
  'acts.person_id': 'set to null, with the words',
  'acts.object_id': 'of a profile: replaced by a number that leads nowhere',
  'acts.moderator_id': 'set to null',
  'acts.undone_by': 'set to null',
  'appeals.user_id': 'deleted',
  'appeals.decided_by': 'set to null',
  'notices.user_id': 'deleted',
  'object_states.author_id': 'set to null',
  'person_states.user_id': 'deleted',
} as const;

/** Removes a deleted person from acts, appeals and notices. Polls that stay keep their moderated state. */
@Injectable()
export class ActPurge {
  constructor(private readonly database: Database<Tables>) {}

  /** Acts come first: an undo or appeal under way finishes before, and a later one finds no person to notify. */
  async forget(userId: number, stopping: AbortSignal): Promise<void> {
    const { kysely } = this.database;
    await repeatInBatches({ batch: BATCH, stopping }, () => this.#forgetPerson(userId));
    for (const table of ['notices', 'appeals'] as const)
      await repeatInBatches({ batch: BATCH, stopping }, async () => {
        const some = kysely.selectFrom(table).select('id').where('user_id', '=', userId).limit(BATCH);
        return Number(
          (await kysely.deleteFrom(table).where('id', 'in', some).executeTakeFirstOrThrow()).numDeletedRows,
        );
      });
    await kysely.deleteFrom('person_states').where('user_id', '=', userId).execute();
    await kysely.updateTable('object_states').set({ author_id: null }).where('author_id', '=', userId).execute();
    await kysely.updateTable('acts').set({ moderator_id: null }).where('moderator_id', '=', userId).execute();
    await kysely.updateTable('acts').set({ undone_by: null }).where('undone_by', '=', userId).execute();
    await kysely.updateTable('appeals').set({ decided_by: null }).where('decided_by', '=', userId).execute();
  }

  /** Notices to other people contain nothing about the person. @returns acts that have lost their person */
  async #forgetPerson(userId: number): Promise<number> {
    const { numUpdatedRows } = await this.database.kysely
      .updateTable('acts')
      .set((eb) => ({
        person_id: null,
        excerpt: null,
        reason: '',
        picture: null,
        object_id: eb
          .case()
          .when('object_kind', '=', 'profile')
          .then(eb.neg(eb.ref('case_id')))
          .else(eb.ref('object_id'))
          .end(),
      }))
      .where('id', 'in', (eb) =>
        eb.selectFrom('acts as a').select('a.id').where('a.person_id', '=', userId).limit(BATCH),
      )
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  }
}
