import { Injectable } from '@nestjs/common';
import type { AdminCase, CasePage, CaseFilter } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { sql, type ExpressionBuilder } from 'kysely';
import { idOf } from '../log/id-cursor.js';
import { objectOf } from '../objects/object-of.js';
import { PersonDirectory } from '../persons/person-directory.js';
import type { Tables } from '../tables.js';
import { CaseFlags } from '../cases/case-flags.js';
import { holdOf, holder, ruleOf } from '../cases/case-row.js';

const PAGE = 50;

/** Moderators do not see cases about their own content. */
const notAbout = (moderatorId: number) => sql<boolean>`author_id is distinct from ${moderatorId}::bigint`;
/** Condition on a case: an appeal against its act waits. */
const appealed = (eb: ExpressionBuilder<Tables, 'cases'>) =>
  eb.exists(
    eb
      .selectFrom('acts as a')
      .innerJoin('appeals as p', 'p.act_id', 'a.id')
      .select('a.id')
      .whereRef('a.case_id', '=', 'cases.id')
      .where('p.decided_at', 'is', null),
  );

/** The queue: open cases, the oldest first. */
@Injectable()
export class CaseList {
  constructor(
    private readonly database: Database<Tables>,
    private readonly flags: CaseFlags,
    private readonly persons: PersonDirectory,
  ) {}

  /** @throws ApiError `invalid-request` for a cursor from elsewhere */
  async page(moderatorId: number, filter: CaseFilter, cursor: string | undefined): Promise<CasePage> {
    const rows = await this.#rows(moderatorId, filter, cursor === undefined ? 0 : idOf(cursor));
    const shown = rows.slice(0, PAGE);
    const [flags, known, counts] = await Promise.all([
      this.flags.of(shown.map(({ id }) => id)),
      this.persons.findIfPossible(shown.map(({ takenBy }) => takenBy)),
      this.counts(moderatorId),
    ]);
    return {
      cases: shown.map((row) => ({
        id: row.id,
        object: objectOf(row),
        excerpt: row.excerpt,
        reports: row.reports_count,
        rule: ruleOf(row),
        flags: flags.get(row.id) ?? [],
        openedAt: row.opened_at.toISOString(),
        taken: holdOf(row, moderatorId, known),
        appealed: row.appealed,
      })),
      nextCursor: rows.length > PAGE ? String(shown.at(-1)!.id) : null,
      counts,
    };
  }

  /** Open cases after an id, for the operator. */
  async open(after: number, limit: number): Promise<AdminCase[]> {
    const rows = await this.database.kysely
      .selectFrom('cases')
      .select([
        'id',
        'object_kind',
        'object_id',
        'excerpt',
        'reports_count',
        'rule',
        'rule_text',
        'flagged',
        'opened_at',
      ])
      .where('decided_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      object: objectOf(row),
      excerpt: row.excerpt,
      reports: row.reports_count,
      rule: ruleOf(row),
      flagged: row.flagged,
      openedAt: row.opened_at.toISOString(),
    }));
  }

  /** How many cases wait, are flagged, and have an appeal, without those about the moderator's own things. */
  async counts(moderatorId: number): Promise<CasePage['counts']> {
    const { all, flagged } = await this.database.kysely
      .selectFrom('cases')
      .select(({ fn }) => [
        fn.countAll<number>().as('all'),
        fn.countAll<number>().filterWhere('flagged', '=', true).as('flagged'),
      ])
      .where('decided_at', 'is', null)
      .where(notAbout(moderatorId))
      .executeTakeFirstOrThrow();
    const { appeals } = await this.database.kysely
      .selectFrom('appeals')
      .select(({ fn }) => fn.countAll<number>().as('appeals'))
      .where('decided_at', 'is', null)
      .executeTakeFirstOrThrow();
    return { all: all + appeals, flagged, appeals };
  }

  async #rows(moderatorId: number, filter: CaseFilter, after: number) {
    return this.database.kysely
      .selectFrom('cases')
      .select(['id', 'object_kind', 'object_id', 'excerpt', 'reports_count', 'rule', 'rule_text', 'opened_at'])
      .select((eb) => [holder(eb).as('takenBy'), 'taken_until as takenUntil', appealed(eb).as('appealed')])
      .$narrowType<{ appealed: boolean }>()
      .where((eb) =>
        filter === 'appeals'
          ? appealed(eb)
          : eb.or([eb('decided_at', 'is', null), ...(filter === 'all' ? [appealed(eb)] : [])]),
      )
      .where(notAbout(moderatorId))
      .where('id', '>', after)
      .$if(filter === 'flagged', (query) => query.where('flagged', '=', true))
      .orderBy('id')
      .limit(PAGE + 1)
      .execute();
  }
}
