import { Injectable } from '@nestjs/common';
import type { LogWhat, ObjectKind } from '@inkling/contracts';
import { Database, purgedAmong, repeatInBatches, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** Rows in one step. */
const BATCH = 500;

/** A new entry. */
export interface NewLogEntry {
  /** The person by id, the operator with an admin command, or the product by itself. */
  readonly by: number | 'operator' | 'product';
  readonly what: LogWhat;
  readonly caseId?: number | undefined;
  readonly objectKind?: ObjectKind | undefined;
  readonly objectId?: number | undefined;
  /** The person concerned. */
  readonly personId?: number | undefined;
  /** Words and numbers that explain it, never ids of people: they could not be removed with an account. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The log of all decisions (docs/product.md#the-log). Entries are only added, in the transaction of the decision;
 * a trigger refuses every change but the removal of a deleted person.
 */
@Injectable()
export class Log {
  constructor(private readonly database: Database<Tables>) {}

  /** A person whose data was removed is not named again. */
  async append(tx: Transaction<Tables>, entry: NewLogEntry): Promise<void> {
    const people = [entry.by, entry.personId].filter((id) => typeof id === 'number');
    const purged = people.length > 0 ? await purgedAmong(tx, people) : new Set<number>();
    const nameable = (id: unknown) => (typeof id === 'number' && !purged.has(id) ? id : null);
    const isGone = entry.personId !== undefined && purged.has(entry.personId);
    await tx.kysely
      .insertInto('log_entries')
      .values({
        actor_id: nameable(entry.by),
        automatic: entry.by === 'product',
        by_operator: entry.by === 'operator',
        what: entry.what,
        case_id: entry.caseId ?? null,
        object_kind: entry.objectKind ?? null,
        object_id: (isGone && entry.objectKind === 'profile' ? null : entry.objectId) ?? null,
        person_id: nameable(entry.personId),
        details: isGone ? {} : (entry.details ?? {}),
      })
      .execute();
  }

  /** Removes a deleted person from the log, with the words of entries about them. */
  async forget(userId: number, stopping: AbortSignal): Promise<void> {
    const { kysely } = this.database;
    await repeatInBatches({ batch: BATCH, stopping }, async () => {
      const { numUpdatedRows } = await kysely
        .updateTable('log_entries')
        .set({ actor_id: null })
        .where('id', 'in', (eb) =>
          eb.selectFrom('log_entries as l').select('l.id').where('l.actor_id', '=', userId).limit(BATCH),
        )
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    });
    await repeatInBatches({ batch: BATCH, stopping }, async () => {
      const { numUpdatedRows } = await kysely
        .updateTable('log_entries')
        .set((eb) => ({
          person_id: null,
          details: {},
          object_id: eb.case().when('object_kind', '=', 'profile').then(null).else(eb.ref('object_id')).end(),
        }))
        .where('id', 'in', (eb) =>
          eb.selectFrom('log_entries as l').select('l.id').where('l.person_id', '=', userId).limit(BATCH),
        )
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    });
  }
}
