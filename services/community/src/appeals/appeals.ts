import { appealsRpc, type Act, type NoticeContent, type OwnAct } from '@inkling/contracts';
import {
  ApiError,
  Database,
  RIGHT_NOW,
  Rpc,
  RpcController,
  type RpcRequestOf,
  type Transaction,
} from '@inkling/platform';
import {
  ActViews,
  appealEnd,
  isAboutPerson,
  loggedAct,
  quoteOf,
  toAct,
  toOwnAct,
  type ActWithAppeal,
} from '../acts/act-views.js';
import { Acts } from '../acts/acts.js';
import { ModeratedStates } from '../acts/moderated-states.js';
import { targetOf } from '../acts/moderated-things.js';
import { Staff } from '../acts/staff.js';
import { Log } from '../log/log.js';
import { Notices } from '../notices/notices.js';
import type { Tables } from '../tables.js';

/** Appeals against acts (docs/product.md#appeals). */
@RpcController()
export class Appeals {
  constructor(
    private readonly database: Database<Tables>,
    private readonly acts: Acts,
    private readonly views: ActViews,
    private readonly states: ModeratedStates,
    private readonly staff: Staff,
    private readonly notices: Notices,
    private readonly log: Log,
  ) {}

  /**
   * Takes the person's one appeal.
   * @throws ApiError `act-not-found`, also for an act about somebody else; `act-undone`, `already-appealed`,
   *   `appeal-too-late`, also for content that is deleted for good
   */
  @Rpc(appealsRpc.appeal)
  appeal({ userId, actId, words }: RpcRequestOf<typeof appealsRpc.appeal>): Promise<OwnAct> {
    return this.database.transaction(async (tx) => {
      const act = await this.acts.lock(tx, actId);
      if (act.person_id !== userId || !isAboutPerson(act)) throw new ApiError('act-not-found');
      if (act.undone_at !== null) throw new ApiError('act-undone');
      if (act.appealId !== null) throw new ApiError('already-appealed');
      if (act.now >= appealEnd(act)) throw new ApiError('appeal-too-late');
      const target = targetOf(act);
      if (target && (await this.states.isRemoved(tx, target))) throw new ApiError('appeal-too-late');
      await tx.kysely.insertInto('appeals').values({ act_id: actId, user_id: userId, words }).execute();
      await this.#append(tx, act, userId, 'appeal-made', {});
      return toOwnAct(await this.views.get(actId, tx));
    });
  }

  /**
   * Answers an appeal, for good. The moderator who made the act may not answer, unless nobody else can.
   * @throws ApiError `appeal-not-found`, `appeal-decided`, `own-act`, `self-act`, `act-on-staff`; 503 while auth is
   *   away
   */
  @Rpc(appealsRpc.decide)
  async decide({ appealId, uphold, reason, ...moderator }: RpcRequestOf<typeof appealsRpc.decide>): Promise<Act> {
    const { moderatorId } = moderator;
    const { act_id: actId } = await this.#appeal(appealId);
    const made = await this.views.get(actId);
    await this.staff.mayDecideAbout(moderator, made.person_id);
    if (made.moderator_id === moderatorId && (await this.staff.hasOther(moderatorId, made.person_id)))
      throw new ApiError('own-act');
    return this.database.transaction(async (tx) => {
      const act = await this.acts.lock(tx, actId);
      if (act.decidedAt !== null) throw new ApiError('appeal-decided');
      await tx.kysely
        .updateTable('appeals')
        .set({
          decided_at: RIGHT_NOW,
          decided_by: moderatorId,
          upheld: uphold,
          reason,
        })
        .where('id', '=', appealId)
        .execute();
      if (uphold) await this.#finish(tx, act);
      // The answer tells the person that the act is undone; reporters get another notice.
      const others = uphold ? [] : await this.acts.takeBack(tx, act, moderatorId);
      const content: NoticeContent = {
        kind: 'appeal-decided',
        actId,
        act: act.act,
        object: quoteOf(act),
        outcome: uphold ? 'upheld' : 'undone',
        reason,
      };
      await this.notices.addNow(tx, actId, [
        ...(act.person_id === null ? [] : [{ userId: act.person_id, content, mail: true }]),
        ...others.filter(({ userId }) => userId !== act.person_id),
      ]);
      await this.#append(tx, act, moderatorId, 'appeal-decided', { upheld: uphold, reason });
      return toAct(await this.views.get(actId, tx));
    });
  }

  /** A deletion is final with a lost appeal, unless another one holds that can still be appealed. */
  async #finish(tx: Transaction<Tables>, act: ActWithAppeal): Promise<void> {
    const target = targetOf(act);
    if (act.act === 'delete' && target) await this.states.removeObject(tx, target.kind, target.id);
  }

  async #appeal(appealId: number) {
    const { kysely } = this.database;
    const appeal = kysely.selectFrom('appeals').select('act_id').where('id', '=', appealId);
    const found = await appeal.executeTakeFirst();
    if (!found) throw new ApiError('appeal-not-found');
    return found;
  }

  #append(
    tx: Transaction<Tables>,
    act: ActWithAppeal,
    actorId: number,
    what: 'appeal-made' | 'appeal-decided',
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.log.append(tx, {
      by: actorId,
      what,
      ...loggedAct(act),
      details: { act: act.act, ...details },
    });
  }
}
