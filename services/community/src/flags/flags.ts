import { Injectable } from '@nestjs/common';
import type { ActObject, FlagKind } from '@inkling/contracts';
import { fromNow, purgedAmong, type Transaction } from '@inkling/platform';
import { ModeratedThings } from '../acts/moderated-things.js';
import { OpenCases, type SeenObject } from '../cases/open-cases.js';
import { Log } from '../log/log.js';
import type { Tables } from '../tables.js';

const DAY_MS = 24 * 3_600_000;

/** Flags objects for moderators. A flag changes nothing else (docs/product.md#reports-and-cases). */
@Injectable()
export class Flags {
  constructor(
    private readonly cases: OpenCases,
    private readonly log: Log,
    private readonly things: ModeratedThings,
  ) {}

  /**
   * Adds a flag to the object's open case, or opens one. Nothing happens if the object is gone, or was flagged for the
   * same reason before: a text at any time, since it never changes; what people do, in an open case or the last day.
   * @param known the content, where the event has it; otherwise polls is asked
   * @throws ApiError 503 while polls is away, so that the event comes again
   */
  async raise(
    tx: Transaction<Tables>,
    object: ActObject,
    kind: FlagKind,
    detail: string,
    known?: SeenObject,
  ): Promise<void> {
    if (await this.#wasRaised(tx, object, kind)) return;
    const seen = known ?? (await this.things.find(object));
    if (!seen) return;
    if (seen.authorId !== null && (await purgedAmong(tx, [seen.authorId])).size > 0) return;
    const { id: caseId } = await this.cases.findOrOpen(tx, seen, 'flag');
    const added = await tx.kysely
      .insertInto('case_flags')
      .values({ case_id: caseId, kind, detail })
      .onConflict((conflict) => conflict.columns(['case_id', 'kind']).doNothing())
      .returning('case_id')
      .executeTakeFirst();
    if (!added) return;
    await tx.kysely.updateTable('cases').set({ flagged: true }).where('id', '=', caseId).execute();
    await this.log.append(tx, {
      by: 'product',
      what: 'flagged',
      caseId,
      objectKind: object.kind,
      objectId: object.id,
      personId: seen.authorId ?? undefined,
      details: { flag: kind, detail },
    });
  }

  async #wasRaised(tx: Transaction<Tables>, object: ActObject, kind: FlagKind): Promise<boolean> {
    const row = await tx.kysely
      .selectFrom('cases as c')
      .innerJoin('case_flags as f', 'f.case_id', 'c.id')
      .select('c.id')
      .where('c.object_kind', '=', object.kind)
      .where('c.object_id', '=', object.id)
      .where('f.kind', '=', kind)
      .$if(kind !== 'word' && kind !== 'domain', (query) =>
        query.where((eb) => eb.or([eb('c.decided_at', 'is', null), eb('f.at', '>', fromNow(-DAY_MS))])),
      )
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}
