import { Injectable } from '@nestjs/common';
import { pollsRpc, type CaseReport, type CaseView, type EarlierCase, type PersonRecord } from '@inkling/contracts';
import { ApiError, Database, RpcClient } from '@inkling/platform';
import { ActViews } from '../acts/act-views.js';
import { ModeratedThings } from '../acts/moderated-things.js';
import { LogList } from '../log/log-list.js';
import { objectOf } from '../objects/object-of.js';
import { PersonDirectory } from '../persons/person-directory.js';
import type { Tables } from '../tables.js';
import { CaseFlags } from '../cases/case-flags.js';
import { holdOf, holder, memberFor, ruleOf } from '../cases/case-row.js';

const REPORTS = 100;
const EARLIER = 20;
const ACTS_OF_PERSON = 50;

/** A case with everything that its decision needs: totals of votes, and nobody's choice or name as a reporter. */
@Injectable()
export class CaseViews {
  constructor(
    private readonly database: Database<Tables>,
    private readonly flags: CaseFlags,
    private readonly persons: PersonDirectory,
    private readonly log: LogList,
    private readonly acts: ActViews,
    private readonly things: ModeratedThings,
    private readonly rpc: RpcClient,
  ) {}

  /** @throws ApiError `case-not-found`, also for a case about the moderator; 503 while auth or polls is away */
  async get(caseId: number, moderatorId: number): Promise<CaseView> {
    const row = await this.#row(caseId);
    if (row.author_id === moderatorId) throw new ApiError('case-not-found');
    const object = objectOf(row);
    const authorId = row.author_id;
    const [flags, reports, earlier, log, known, current, authorTotals, acts] = await Promise.all([
      this.flags.of([caseId]),
      this.#reports(caseId),
      authorId === null ? [] : this.#casesOf(authorId, caseId),
      this.log.ofCase(caseId),
      this.persons.find([authorId, row.takenBy]),
      row.object_id < 0 ? undefined : this.things.find(object),
      authorId === null ? null : this.rpc.call(pollsRpc.authorTotals, { userId: authorId }),
      this.acts.ofCase(caseId),
    ]);
    return {
      id: caseId,
      object,
      openedAt: row.opened_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
      outcome: row.outcome,
      rule: ruleOf(row),
      reported: row.snapshot && { at: row.opened_at.toISOString(), content: row.snapshot },
      current: current?.content ?? null,
      author: (authorId !== null && known.get(authorId)) || null,
      authorTotals,
      reportsCount: row.reports_count,
      reports,
      flags: flags.get(caseId) ?? [],
      earlier,
      acts,
      taken: holdOf(row, moderatorId, known),
      log,
    };
  }

  /** Both lists are empty for the moderator who asks about the own person. */
  async ofPerson(userId: number, moderatorId: number): Promise<PersonRecord> {
    if (userId === moderatorId) return { cases: [], acts: [] };
    const [cases, acts] = await Promise.all([this.#casesOf(userId), this.acts.ofPerson(userId, ACTS_OF_PERSON)]);
    return { cases, acts };
  }

  async #row(caseId: number) {
    const row = await this.database.kysely
      .selectFrom('cases')
      .select(['object_kind', 'object_id', 'author_id', 'snapshot', 'opened_at', 'reports_count'])
      .select(['rule', 'rule_text', 'decided_at', 'outcome', 'taken_until as takenUntil'])
      .select((eb) => holder(eb).as('takenBy'))
      .where('id', '=', caseId)
      .executeTakeFirst();
    if (!row) throw new ApiError('case-not-found');
    return row;
  }

  async #reports(caseId: number): Promise<CaseReport[]> {
    const rows = await this.database.kysely
      .selectFrom('reports')
      .select(['reporter_id', 'rule', 'rule_text', 'words', 'created_at'])
      .where('case_id', '=', caseId)
      .orderBy('id', 'desc')
      .limit(REPORTS)
      .execute();
    const reporters = rows.flatMap(({ reporter_id }) => (reporter_id === null ? [] : [reporter_id]));
    const [known, records] = await Promise.all([this.persons.find(reporters), this.#records(caseId, reporters)]);
    return rows.toReversed().map((row) => {
      const record = row.reporter_id === null ? undefined : records.get(row.reporter_id);
      return {
        rule: ruleOf(row),
        words: row.words,
        at: row.created_at.toISOString(),
        memberFor: memberFor(row.reporter_id === null ? undefined : known.get(row.reporter_id)?.joinedAt),
        decidedReports: record?.decided ?? 0,
        ledToAct: record?.acted ?? 0,
      };
    });
  }

  /** How the reporters' other reports ended. */
  async #records(caseId: number, reporters: readonly number[]) {
    if (reporters.length === 0) return new Map<number, { decided: number; acted: number }>();
    const rows = await this.database.kysely
      .selectFrom('reports as r')
      .innerJoin('cases as c', 'c.id', 'r.case_id')
      .select(({ fn }) => [
        'r.reporter_id as reporter',
        fn.countAll<number>().as('decided'),
        fn.countAll<number>().filterWhere('c.outcome', '<>', 'dismiss').as('acted'),
      ])
      .where('r.reporter_id', 'in', reporters)
      .where('r.case_id', '<>', caseId)
      .where('c.outcome', 'is not', null)
      .groupBy('r.reporter_id')
      .$narrowType<{ reporter: number }>()
      .execute();
    return new Map(rows.map(({ reporter, ...record }) => [reporter, record]));
  }

  async #casesOf(authorId: number, except?: number): Promise<EarlierCase[]> {
    const rows = await this.database.kysely
      .selectFrom('cases')
      .select(['id', 'object_kind', 'object_id', 'excerpt', 'outcome', 'rule', 'rule_text', 'opened_at', 'decided_at'])
      .where('author_id', '=', authorId)
      .$if(except !== undefined, (query) => query.where('id', '<>', except!))
      .orderBy('id', 'desc')
      .limit(EARLIER)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      object: objectOf(row),
      excerpt: row.excerpt,
      outcome: row.outcome,
      rule: ruleOf(row),
      openedAt: row.opened_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
    }));
  }
}
