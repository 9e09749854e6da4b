import { Injectable } from '@nestjs/common';
import type { Act, ActBody, ActObject, DirectActBody } from '@inkling/contracts';
import { ApiError, Database, RIGHT_NOW, type Transaction } from '@inkling/platform';
import { Cases, type DecidedCase } from '../cases/cases.js';
import { objectOf } from '../objects/object-of.js';
import { ON_CONTENT } from '../objects/undoable.js';
import { OpenCases, type SeenObject } from '../cases/open-cases.js';
import { Log } from '../log/log.js';
import { Notices, type NewNotice } from '../notices/notices.js';
import { RuleBook } from '../reports/rule-book.js';
import type { Tables } from '../tables.js';
import { ActViews, actNotice, isAboutPerson, loggedAct, quoteOf, toAct, type ActWithAppeal } from './act-views.js';
import { ModeratedStates } from './moderated-states.js';
import { ModeratedThings, checkPossible, pictureOf, pollOf, targetOf } from './moderated-things.js';
import { Staff, type Moderator } from './staff.js';

type Decision = ActBody & Moderator;

/** Acts of moderators: each with its effect, notices and log entry in one transaction (docs/product.md#acts). */
@Injectable()
export class Acts {
  constructor(
    private readonly database: Database<Tables>,
    private readonly cases: Cases,
    private readonly openCases: OpenCases,
    private readonly things: ModeratedThings,
    private readonly staff: Staff,
    private readonly rules: RuleBook,
    private readonly states: ModeratedStates,
    private readonly notices: Notices,
    private readonly views: ActViews,
    private readonly log: Log,
  ) {}

  /**
   * Decides a case.
   * @throws ApiError `case-not-found`, `case-decided`, `case-taken`; those of `act`
   */
  async decide(caseId: number, decision: Decision): Promise<Act> {
    const row = await this.database.kysely
      .selectFrom('cases')
      .select(['object_kind', 'object_id', 'author_id'])
      .where('id', '=', caseId)
      .executeTakeFirst();
    if (!row) throw new ApiError('case-not-found');
    const object = objectOf(row);
    const seen = row.object_id < 0 ? undefined : await this.things.find(object);
    return this.#make(object, row.author_id, seen, decision, () => Promise.resolve(caseId));
  }

  /**
   * Decides about something at once: its open case, or a new one.
   * @throws ApiError `not-found` for what is deleted; `act-not-possible`, `invalid-request`, `self-act`, `act-on-staff`
   */
  async act({ object, ...decision }: DirectActBody & Moderator): Promise<Act> {
    const seen = await this.things.find(object);
    if (!seen) throw new ApiError('not-found');
    return this.#make(
      object,
      seen.authorId,
      seen,
      decision,
      async (tx) => (await this.openCases.findOrOpen(tx, seen, 'act')).id,
    );
  }

  /**
   * Takes an act back. Undoing it again changes nothing.
   * @throws ApiError `act-not-found`; `act-final` for what is gone for good; `self-act`, `act-on-staff`
   */
  async undo(actId: number, moderator: Moderator): Promise<Act> {
    const { person_id } = await this.views.get(actId);
    await this.staff.mayDecideAbout(moderator, person_id);
    return this.database.transaction(async (tx) => {
      const act = await this.lock(tx, actId);
      if (act.undone_at === null) {
        const told = await this.takeBack(tx, act, moderator.moderatorId);
        await this.#answerOpenAppeal(tx, act, moderator.moderatorId);
        await this.notices.addNow(tx, actId, told);
        await this.log.append(tx, {
          by: moderator.moderatorId,
          what: 'act-undone',
          ...loggedAct(act),
          details: { act: act.act },
        });
      }
      return toAct(await this.views.get(actId, tx));
    });
  }

  /** Locks an act until the transaction ends. @throws ApiError `act-not-found` */
  async lock(tx: Transaction<Tables>, actId: number): Promise<ActWithAppeal> {
    await tx.kysely.selectFrom('acts').select('id').where('id', '=', actId).forUpdate().execute();
    return this.views.get(actId, tx);
  }

  /**
   * Ends an act and its effects, in the caller's transaction, which holds its lock.
   * @returns notices for people who were notified of the act already
   * @throws ApiError `act-final`
   */
  async takeBack(tx: Transaction<Tables>, act: ActWithAppeal, moderatorId: number): Promise<NewNotice[]> {
    await tx.kysely
      .updateTable('acts')
      .set({ undone_at: RIGHT_NOW, undone_by: moderatorId })
      .where('id', '=', act.id)
      .execute();
    await this.#update(tx, act, null);
    const told = await this.notices.takeBack(tx, act.id);
    if (told.length === 0 || act.act === 'dismiss') await this.cases.reopen(tx, act.case_id);
    else await this.cases.overturn(tx, act.case_id);
    return told.flatMap(({ userId, content }): NewNotice[] => {
      if (content.kind === 'act')
        return [
          { userId, content: { kind: 'act-undone', actId: act.id, act: act.act, object: quoteOf(act) }, mail: true },
        ];
      if (content.kind === 'report-decided' && act.act !== 'dismiss')
        return [{ userId, content: { ...content, act: null }, mail: false }];
      return [];
    });
  }

  async #make(
    object: ActObject,
    personId: number | null,
    seen: SeenObject | undefined,
    decision: Decision,
    caseOf: (tx: Transaction<Tables>) => Promise<number>,
  ): Promise<Act> {
    const { moderatorId, act, rule } = decision;
    checkPossible(act, object, { content: seen?.content, authorId: personId });
    const words = checkWords(decision);
    await this.staff.mayDecideAbout(decision, personId);
    const rule_text = rule === null ? null : await this.rules.textOf(rule);
    const picture = act === 'delete' && object.kind === 'profile' ? pictureOf(seen?.content) : null;
    return this.database.transaction(async (tx) => {
      const case_id = await caseOf(tx);
      const decided = await this.cases.decide(tx, case_id, { moderatorId, outcome: act });
      const { id } = await tx.kysely
        .insertInto('acts')
        .values({
          case_id,
          act,
          object_kind: object.kind,
          object_id: object.id,
          poll_id: pollOf(seen?.content),
          person_id: decided.authorId,
          excerpt: decided.excerpt === '' ? null : decided.excerpt,
          rule,
          rule_text,
          picture,
          moderator_id: moderatorId,
          ...words,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const row = await this.views.get(id, tx);
      await this.#update(tx, row, picture);
      await this.notices.add(tx, id, noticesOf(row, decided));
      await this.log.append(tx, {
        by: moderatorId,
        what: 'act-done',
        ...loggedAct(row),
        details: { actId: id, act, rule: rule_text, reason: words.reason },
      });
      return toAct(await this.views.get(id, tx));
    });
  }

  /** Adds up the acts on the same object or person, and announces a changed state. */
  async #update(tx: Transaction<Tables>, act: ActWithAppeal, picture: string | null): Promise<void> {
    const target = targetOf(act);
    if (target && ON_CONTENT.includes(act.act)) await this.states.updateObject(tx, target);
    if (act.person_id !== null && (picture !== null || ['silence', 'suspend'].includes(act.act)))
      await this.states.updatePerson(tx, act.person_id, picture);
  }

  /** An appeal against an act that is taken back anyway has succeeded. */
  async #answerOpenAppeal({ kysely }: Transaction<Tables>, act: ActWithAppeal, moderatorId: number): Promise<void> {
    await kysely
      .updateTable('appeals')
      .set({
        decided_at: RIGHT_NOW,
        decided_by: moderatorId,
        upheld: false,
        reason: '',
      })
      .where('act_id', '=', act.id)
      .where('decided_at', 'is', null)
      .execute();
  }
}

/** @throws ApiError `invalid-request` for words and times that do not belong to the act */
function checkWords({ act, reason, until, slip }: Decision) {
  const refuse = (message: string): never => {
    throw new ApiError('invalid-request', { message });
  };
  if (reason === undefined && act !== 'dismiss') refuse('Please give a reason.');
  if (until !== undefined && act !== 'suspend') refuse('Only a suspension has an end.');
  if (until !== undefined && Date.parse(until) <= Date.now()) refuse('The end must be in the future.');
  if (slip !== undefined && act !== 'sensitive') refuse('Only a sensitive picture has a slip.');
  return { reason: reason ?? '', until: until === undefined ? null : new Date(until), slip: slip ?? null };
}

/** The person is notified of the decision, and reporters of its result, without words or ids of the person. */
function noticesOf(act: ActWithAppeal, { reporters }: DecidedCase): NewNotice[] {
  const own: NewNotice[] =
    act.person_id !== null && isAboutPerson(act)
      ? [{ userId: act.person_id, content: actNotice(act), mail: true }]
      : [];
  return [
    ...own,
    ...reporters.map(({ id, reportedAt }): NewNotice => ({
      userId: id,
      content: {
        kind: 'report-decided',
        object: { kind: act.object_kind },
        reportedAt: reportedAt.toISOString(),
        act: act.act,
      },
      mail: false,
    })),
  ];
}
