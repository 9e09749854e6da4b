import { Injectable } from '@nestjs/common';
import type { LogEntry, LogPage } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { sql, type Selectable } from 'kysely';
import { objectOf } from '../objects/object-of.js';
import { undoable } from '../objects/undoable.js';
import { PersonDirectory, authorOf } from '../persons/person-directory.js';
import type { Tables } from '../tables.js';
import { idOf } from './id-cursor.js';

const PAGE = 50;
/** Entries of one case; more than a case ever has. */
const OF_CASE = 200;

type Row = Selectable<Tables['log_entries']> & { readonly undoableAct?: number | null };

/** Reads the log of decisions. */
@Injectable()
export class LogList {
  constructor(
    private readonly database: Database<Tables>,
    private readonly persons: PersonDirectory,
  ) {}

  /**
   * Entries, the latest first.
   * @param filter `person`: the person concerned; `moderator`: who acted
   * @throws ApiError 503 while auth is away
   */
  async page(filter: {
    moderatorId: number;
    cursor?: string | undefined;
    person?: number | undefined;
    moderator?: number | undefined;
  }): Promise<LogPage> {
    const { moderatorId, cursor, person, moderator } = filter;
    const rows = await this.database.kysely
      .selectFrom('log_entries as l')
      .leftJoin('acts as a', (join) =>
        join
          .on('l.what', '=', 'act-done')
          .on('a.id', '=', sql<number>`(l.details->>'actId')::bigint`)
          .on((eb) => undoable(eb)),
      )
      .selectAll('l')
      .select('a.id as undoableAct')
      // Moderators do not read entries about themselves.
      .where((eb) => eb.or([eb('l.person_id', 'is', null), eb('l.person_id', '<>', moderatorId)]))
      .$if(cursor !== undefined, (query) => query.where('l.id', '<', idOf(cursor!)))
      .$if(person !== undefined, (query) => query.where('l.person_id', '=', person!))
      .$if(moderator !== undefined, (query) => query.where('l.actor_id', '=', moderator!))
      .orderBy('l.id', 'desc')
      .limit(PAGE + 1)
      .execute();
    const shown = rows.slice(0, PAGE);
    return {
      entries: await this.#entries(shown),
      nextCursor: rows.length > PAGE ? String(shown.at(-1)!.id) : null,
    };
  }

  /** What happened on a case, the oldest first. */
  async ofCase(caseId: number): Promise<LogEntry[]> {
    const rows = await this.database.kysely
      .selectFrom('log_entries')
      .selectAll()
      .where('case_id', '=', caseId)
      .orderBy('id')
      .limit(OF_CASE)
      .execute();
    return this.#entries(rows);
  }

  async #entries(rows: readonly Row[]): Promise<LogEntry[]> {
    const known = await this.persons.find(rows.flatMap((row) => [row.actor_id, row.person_id]));
    return rows.map(({ object_kind, object_id, ...row }) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor_id === null ? null : authorOf(known.get(row.actor_id)),
      automatic: row.automatic,
      byOperator: row.by_operator,
      what: row.what,
      caseId: row.case_id,
      object: object_kind === null || object_id === null ? null : objectOf({ object_kind, object_id }),
      person: row.person_id === null ? null : authorOf(known.get(row.person_id)),
      details: row.details,
      undoableAct: row.undoableAct ?? null,
    }));
  }
}
