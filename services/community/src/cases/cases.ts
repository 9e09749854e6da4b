import { Injectable } from '@nestjs/common';
import type { ActKind, CaseHold } from '@inkling/contracts';
import { ApiError, Database, RIGHT_NOW, fromNow, type Transaction } from '@inkling/platform';
import { Log } from '../log/log.js';
import { objectOf } from '../objects/object-of.js';
import { PersonDirectory } from '../persons/person-directory.js';
import type { Tables } from '../tables.js';
import { holdOf, holder } from './case-row.js';
import { lockOpenCase } from './open-cases.js';

/** For so long others see that a moderator has a case open; opening it again renews it. */
const HOLD_MS = 15 * 60_000;

/** A case at its decision. */
export interface DecidedCase {
  /** Null for a deleted account. */
  readonly authorId: number | null;
  readonly excerpt: string;
  /** People to notify of the decision. Nobody else may learn who they are. */
  readonly reporters: readonly { readonly id: number; readonly reportedAt: Date }[];
}

/** Holding and deciding cases (docs/product.md#reports-and-cases). */
@Injectable()
export class Cases {
  constructor(
    private readonly database: Database<Tables>,
    private readonly persons: PersonDirectory,
    private readonly log: Log,
  ) {}

  /** Shows others that the moderator works on the case. @throws ApiError `case-not-found`, `case-taken` */
  async take(caseId: number, moderatorId: number): Promise<CaseHold> {
    const until = await this.database.transaction(async (tx) => {
      const held = await this.#lock(tx, caseId, moderatorId);
      if (held.by !== null && held.by !== moderatorId) throw new ApiError('case-taken');
      const row = await tx.kysely
        .updateTable('cases')
        .set({ taken_by: moderatorId, taken_until: fromNow(HOLD_MS) })
        .where('id', '=', caseId)
        .returning('taken_until')
        .$narrowType<{ taken_until: Date }>()
        .executeTakeFirstOrThrow();
      return row.taken_until;
    });
    const known = await this.persons.findIfPossible([moderatorId]);
    return { caseId, taken: holdOf({ takenBy: moderatorId, takenUntil: until }, moderatorId, known) };
  }

  /** Leaves the case to somebody else. Leaving a case that one does not hold changes nothing. */
  async leave(caseId: number, moderatorId: number): Promise<CaseHold> {
    const other = await this.database.transaction(async (tx) => {
      const held = await this.#lock(tx, caseId, moderatorId);
      if (held.by !== moderatorId) return held;
      await this.#release(tx, caseId);
      return undefined;
    });
    if (!other?.by) return { caseId, taken: null };
    const known = await this.persons.findIfPossible([other.by]);
    return { caseId, taken: holdOf({ takenBy: other.by, takenUntil: other.until }, moderatorId, known) };
  }

  /**
   * Ends an open case with its decision, in the transaction of the act. Of two moderators at once, one wins.
   * @throws ApiError `case-not-found`, `case-decided`, `case-taken` while another moderator has it open
   */
  async decide(
    tx: Transaction<Tables>,
    caseId: number,
    { moderatorId, outcome }: { moderatorId: number; outcome: ActKind },
  ): Promise<DecidedCase> {
    const held = await this.#lock(tx, caseId, moderatorId);
    if (held.decided) throw new ApiError('case-decided');
    if (held.by !== null && held.by !== moderatorId) throw new ApiError('case-taken');
    await this.#release(tx, caseId);
    await tx.kysely.updateTable('cases').set({ decided_at: RIGHT_NOW, outcome }).where('id', '=', caseId).execute();
    await this.log.append(tx, {
      by: moderatorId,
      what: 'case-decided',
      caseId,
      objectKind: held.object.kind,
      objectId: held.objectId,
      personId: held.authorId ?? undefined,
      details: { outcome },
    });
    const reporters = await tx.kysely
      .selectFrom('reports')
      .select(['reporter_id as id', 'created_at as reportedAt'])
      .where('case_id', '=', caseId)
      .where('reporter_id', 'is not', null)
      .$narrowType<{ id: number }>()
      .execute();
    return { authorId: held.authorId, excerpt: held.excerpt, reporters };
  }

  /**
   * Opens a decided case again, because its act was undone before anybody was notified. Does nothing if the object
   * already has another open case.
   */
  async reopen(tx: Transaction<Tables>, caseId: number): Promise<void> {
    const held = await this.#lock(tx, caseId);
    await lockOpenCase(tx, held.object.kind, held.objectId);
    await tx.kysely
      .updateTable('cases')
      .set({ decided_at: null, outcome: null })
      .where('id', '=', caseId)
      .where('decided_at', 'is not', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('cases as o')
              .select('o.id')
              .where('o.object_kind', '=', held.object.kind)
              .where('o.object_id', '=', held.objectId)
              .where('o.decided_at', 'is', null),
          ),
        ),
      )
      .execute();
  }

  /** The act of a decided case was undone for good: its reports count as dismissed. */
  async overturn(tx: Transaction<Tables>, caseId: number): Promise<void> {
    await tx.kysely
      .updateTable('cases')
      .set({ outcome: 'dismiss' })
      .where('id', '=', caseId)
      .where('decided_at', 'is not', null)
      .execute();
  }

  /** @param moderatorId cases about their own content do not exist for them */
  async #lock(tx: Transaction<Tables>, caseId: number, moderatorId?: number) {
    const row = await tx.kysely
      .selectFrom('cases')
      .select(['object_kind', 'object_id', 'author_id', 'excerpt', 'decided_at'])
      .select((eb) => [holder(eb).as('by'), 'taken_until as until'])
      .where('id', '=', caseId)
      .forUpdate()
      .executeTakeFirst();
    if (!row || (moderatorId !== undefined && row.author_id === moderatorId)) throw new ApiError('case-not-found');
    return {
      object: objectOf(row),
      objectId: row.object_id,
      authorId: row.author_id,
      excerpt: row.excerpt,
      decided: row.decided_at !== null,
      by: row.by,
      until: row.until,
    };
  }

  async #release(tx: Transaction<Tables>, caseId: number): Promise<void> {
    await tx.kysely.updateTable('cases').set({ taken_by: null, taken_until: null }).where('id', '=', caseId).execute();
  }
}
