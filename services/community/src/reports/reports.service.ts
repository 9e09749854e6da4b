import { Inject, Injectable } from '@nestjs/common';
import { pollsRpc, type ActObject, type ReportState, type reportsRpc } from '@inkling/contracts';
import {
  ApiError,
  CONFIG,
  Database,
  PersonLimits,
  RpcClient,
  purgedAmong,
  type PersonLimit,
  type RpcRequestOf,
  type Transaction,
} from '@inkling/platform';
import { OpenCases, type SeenObject } from '../cases/open-cases.js';
import type { CommunityConfig } from '../config.js';
import type { Tables } from '../tables.js';
import { RuleBook } from './rule-book.js';

const DAY_S = 24 * 3_600;
/** The code for an object that the person cannot see, as the rest of the product answers it. */
const NOT_FOUND = {
  poll: 'poll-not-found',
  picture: 'poll-not-found',
  comment: 'comment-not-found',
  profile: 'user-not-found',
} as const;

/** A report by the same person on the same object was there first. */
class Repeated extends Error {}

interface NewReport {
  readonly reporterId: number;
  readonly rule: number | null;
  readonly ruleText: string | null;
  readonly words: string | null;
}

/** Reports by members (docs/product.md#reports-and-cases). */
@Injectable()
export class ReportsService {
  readonly #limit: PersonLimit;

  constructor(
    private readonly database: Database<Tables>,
    private readonly cases: OpenCases,
    private readonly rules: RuleBook,
    private readonly rpc: RpcClient,
    limits: PersonLimits,
    @Inject(CONFIG) config: CommunityConfig,
  ) {
    this.#limit = limits.limit('too-many-reports', {
      kind: 'reports',
      configured: config.REPORTS_PER_DAY,
      inProduction: 20,
      seconds: DAY_S,
    });
  }

  /**
   * Once per person and object: a repetition answers the same, changes nothing and does not count.
   * @throws ApiError `own-report`, `invalid-request` for a rule that does not exist, `too-many-reports`, and what an
   *   unknown, deleted or hidden object is answered with
   */
  async report(request: RpcRequestOf<typeof reportsRpc.report>): Promise<ReportState> {
    const { userId, newAccount, kind, id, rule, words = null } = request;
    const object = { kind, id };
    const state = { ...object, reported: true } as const;
    if (await this.#isReported(userId, object)) return state;
    if (kind === 'profile' && id === userId) throw new ApiError('own-report');
    this.#limit.assertOpen({ userId });
    const ruleText = rule === null ? null : await this.rules.textOf(rule);
    await this.#limit.during({ userId, newAccount }, async (use) => {
      const { authorId, content } = await this.rpc.call(pollsRpc.moderationView, { ...object, viewerId: userId });
      if (authorId === userId) throw new ApiError('own-report');
      const added = await this.#add({ object, authorId, content }, { reporterId: userId, rule, ruleText, words });
      if (!added) await use.giveBack();
    });
    return state;
  }

  async #isReported(reporterId: number, { kind, id }: ActObject): Promise<boolean> {
    const row = await this.database.kysely
      .selectFrom('reports')
      .select('id')
      .where('reporter_id', '=', reporterId)
      .where('object_kind', '=', kind)
      .where('object_id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** @returns false if a report of the same person came first */
  async #add(seen: SeenObject, report: NewReport): Promise<boolean> {
    try {
      await this.database.transaction(async (tx) => {
        await this.#assertNotPurged(tx, seen, report.reporterId);
        const { id } = await this.cases.findOrOpen(tx, seen, 'report');
        await this.#insert(tx, id, seen.object, report);
        await this.#count(tx, id);
      });
      return true;
    } catch (error) {
      if (error instanceof Repeated) return false;
      throw error;
    }
  }

  /** Refuses to store anything about a person whose data was removed. */
  async #assertNotPurged(tx: Transaction<Tables>, { object, authorId }: SeenObject, reporterId: number): Promise<void> {
    const purged = await purgedAmong(tx, authorId === null ? [reporterId] : [reporterId, authorId]);
    if (purged.has(reporterId)) throw new ApiError('unauthorized');
    if (purged.size > 0) throw new ApiError(NOT_FOUND[object.kind]);
  }

  async #insert(
    tx: Transaction<Tables>,
    caseId: number,
    { kind, id }: ActObject,
    { reporterId, rule, ruleText, words }: NewReport,
  ): Promise<void> {
    const inserted = await tx.kysely
      .insertInto('reports')
      .values({
        case_id: caseId,
        object_kind: kind,
        object_id: id,
        reporter_id: reporterId,
        rule,
        rule_text: ruleText,
        words,
      })
      .onConflict((conflict) => conflict.columns(['reporter_id', 'object_kind', 'object_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    // The rollback also takes back a case that was opened for it.
    if (!inserted) throw new Repeated();
  }

  /** Counts a report on a locked case, and gives the case the rule that most of its reports name. */
  async #count(tx: Transaction<Tables>, caseId: number): Promise<void> {
    const named = await tx.kysely
      .selectFrom('reports')
      .select(['rule', 'rule_text'])
      .where('case_id', '=', caseId)
      .where('rule', 'is not', null)
      .groupBy(['rule', 'rule_text'])
      .orderBy(({ fn }) => fn.countAll(), 'desc')
      .orderBy(({ fn }) => fn.min('id'))
      .limit(1)
      .executeTakeFirst();
    await tx.kysely
      .updateTable('cases')
      .set((eb) => ({
        reports_count: eb('reports_count', '+', 1),
        rule: named?.rule ?? null,
        rule_text: named?.rule_text ?? null,
      }))
      .where('id', '=', caseId)
      .execute();
  }
}
