import { Injectable } from '@nestjs/common';
import type { CaseFlag } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** Reads why cases were flagged. */
@Injectable()
export class CaseFlags {
  constructor(private readonly database: Database<Tables>) {}

  /** The flags of each case that has any, the oldest first. */
  async of(caseIds: readonly number[]): Promise<ReadonlyMap<number, CaseFlag[]>> {
    if (caseIds.length === 0) return new Map();
    const rows = await this.database.kysely
      .selectFrom('case_flags')
      .select(['case_id', 'kind', 'detail', 'at'])
      .where('case_id', 'in', caseIds)
      .orderBy('at')
      .execute();
    return new Map(
      [...Map.groupBy(rows, ({ case_id }) => case_id)].map(([caseId, flags]) => [
        caseId,
        flags.map(({ kind, detail, at }) => ({ kind, detail, at: at.toISOString() })),
      ]),
    );
  }
}
