import { Injectable } from '@nestjs/common';
import type { Act, ActKind, NoticeContent, OwnAct, QuotedObject } from '@inkling/contracts';
import { ApiError, Database, RIGHT_NOW, type Transaction } from '@inkling/platform';
import { ruleOf } from '../cases/case-row.js';
import { objectOf } from '../objects/object-of.js';
import { undoable } from '../objects/undoable.js';
import type { Tables } from '../tables.js';
import { APPEAL_MS } from './act-sums.js';

/** Acts that do not concern the person. */
const NOT_ABOUT_PERSON: readonly ActKind[] = ['dismiss'];

const joined = (tx: Pick<Transaction<Tables>, 'kysely'>) =>
  tx.kysely
    .selectFrom('acts as a')
    .leftJoin('appeals as p', 'p.act_id', 'a.id')
    .select(['a.id', 'a.case_id', 'a.act', 'a.object_kind', 'a.object_id', 'a.poll_id', 'a.person_id', 'a.excerpt'])
    .select(['a.rule', 'a.rule_text', 'a.reason', 'a.until', 'a.slip', 'a.moderator_id', 'a.made_at', 'a.undone_at'])
    .select(['p.id as appealId', 'p.words', 'p.made_at as appealedAt', 'p.decided_at as decidedAt'])
    .select(['p.upheld', 'p.reason as answer'])
    .select((eb) => [
      eb
        .selectFrom('notices as n')
        .select(({ fn }) => fn.min<Date | null>('n.due_at').as('due'))
        .whereRef('n.act_id', '=', 'a.id')
        .as('noticeAt'),
      undoable(eb).as('undoable'),
      RIGHT_NOW.as('now'),
    ]);

/** An act with its appeal. */
export type ActWithAppeal = Awaited<ReturnType<ReturnType<typeof joined>['executeTakeFirstOrThrow']>>;

/** Acts as moderators and their persons see them. */
@Injectable()
export class ActViews {
  constructor(private readonly database: Database<Tables>) {}

  /** @throws ApiError `act-not-found` */
  async get(actId: number, tx: Pick<Transaction<Tables>, 'kysely'> = this.database): Promise<ActWithAppeal> {
    const row = await joined(tx).where('a.id', '=', actId).executeTakeFirst();
    if (!row) throw new ApiError('act-not-found');
    return row;
  }

  /** The acts on a case, the latest first. */
  async ofCase(caseId: number): Promise<Act[]> {
    const rows = await joined(this.database).where('a.case_id', '=', caseId).orderBy('a.id', 'desc').execute();
    return rows.map(toAct);
  }

  /** The latest acts about a person, at most `limit`. */
  async ofPerson(personId: number, limit: number): Promise<Act[]> {
    const rows = await joined(this.database)
      .where('a.person_id', '=', personId)
      .where('a.act', 'not in', NOT_ABOUT_PERSON)
      .orderBy('a.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toAct);
  }

  /** @throws ApiError `act-not-found`, also for an act about somebody else */
  async own(userId: number, actId: number): Promise<OwnAct> {
    const row = await this.get(actId);
    if (row.person_id !== userId || !isAboutPerson(row)) throw new ApiError('act-not-found');
    return toOwnAct(row);
  }
}

export const appealEnd = ({ made_at }: Pick<ActWithAppeal, 'made_at'>): Date => new Date(made_at.getTime() + APPEAL_MS);

/** The person can appeal now. */
export const isOpen = (row: ActWithAppeal): boolean =>
  row.undone_at === null && row.appealId === null && row.now < appealEnd(row);

export const isAboutPerson = ({ act }: { act: ActKind }): boolean => !NOT_ABOUT_PERSON.includes(act);

/** What an entry of the log about an act names. */
export const loggedAct = (act: ActWithAppeal) => ({
  caseId: act.case_id,
  objectKind: act.object_kind,
  objectId: act.object_id,
  personId: act.person_id ?? undefined,
});

export const quoteOf = (row: Pick<ActWithAppeal, 'object_kind' | 'object_id' | 'excerpt'>): QuotedObject => ({
  ...objectOf(row),
  excerpt: row.excerpt,
});

const decisionOf = ({ decidedAt, upheld, answer }: ActWithAppeal) =>
  decidedAt && { upheld: upheld === true, reason: answer ?? '', at: decidedAt.toISOString() };

export function toAct(row: ActWithAppeal): Act {
  return {
    id: row.id,
    act: row.act,
    object: objectOf(row),
    personId: row.person_id,
    caseId: row.case_id,
    rule: ruleOf(row),
    reason: row.reason,
    until: row.until?.toISOString() ?? null,
    slip: row.slip,
    moderatorId: row.moderator_id,
    at: row.made_at.toISOString(),
    noticeAt: row.noticeAt?.toISOString() ?? null,
    undoneAt: row.undone_at?.toISOString() ?? null,
    undoable: Boolean(row.undoable),
    appeal:
      row.appealId === null || row.words === null || row.appealedAt === null
        ? null
        : { id: row.appealId, words: row.words, at: row.appealedAt.toISOString(), decision: decisionOf(row) },
  };
}

export function toOwnAct(row: ActWithAppeal): OwnAct {
  return {
    id: row.id,
    act: row.act,
    object: quoteOf(row),
    rule: ruleOf(row),
    reason: row.reason,
    until: row.until?.toISOString() ?? null,
    at: row.made_at.toISOString(),
    appealUntil: appealEnd(row).toISOString(),
    open: isOpen(row),
    undone: row.undone_at !== null,
    appeal:
      row.words === null || row.appealedAt === null
        ? null
        : { words: row.words, at: row.appealedAt.toISOString(), decision: decisionOf(row) },
  };
}

/** What the person reads about an act. */
export const actNotice = (row: ActWithAppeal): NoticeContent => ({
  kind: 'act',
  actId: row.id,
  act: row.act,
  object: quoteOf(row),
  rule: ruleOf(row),
  reason: row.reason,
  until: row.until?.toISOString() ?? null,
  appealUntil: appealEnd(row).toISOString(),
  open: true,
});
