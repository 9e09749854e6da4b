import { Injectable } from '@nestjs/common';
import {
  DELETED_USER_ID,
  objectModerated,
  personModerated,
  type ObjectKind,
  type ObjectState,
} from '@inkling/contracts';
import { ApiError, RIGHT_NOW, fromNow, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';
import { APPEAL_MS, objectSum, personSum } from './act-sums.js';

/** A poll or comment that acts are about; a picture is its poll. */
export interface Target {
  readonly kind: 'poll' | 'comment';
  readonly id: number;
  readonly authorId: number | null;
  readonly pollId: number | null;
}

/** The kinds under which acts name a poll or comment. */
const kindsOf = (kind: Target['kind']): ObjectKind[] => (kind === 'poll' ? ['poll', 'picture'] : ['comment']);

interface NewState {
  readonly state: ObjectState;
  readonly sensitive: string | null;
  readonly actId: number | null;
  readonly version: number;
}

/**
 * States of objects and people: what the acts that hold add up to. A state that changes is announced in the same
 * transaction, with a version that grows.
 */
@Injectable()
export class ModeratedStates {
  /** Adds the acts on an object up again. @throws ApiError `act-final` for an object that is gone for good */
  async updateObject(tx: Transaction<Tables>, { kind, id, authorId, pollId }: Target): Promise<void> {
    // Locks the row, so that parallel acts on one object see each other.
    const before = await tx.kysely
      .insertInto('object_states')
      .values({ kind, object_id: id, author_id: authorId, poll_id: pollId, state: 'shown' })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'object_id']).doUpdateSet((eb) => ({ state: eb.ref('object_states.state') })),
      )
      .returning(['state', 'sensitive', 'act_id', 'version'])
      .executeTakeFirstOrThrow();
    if (before.state === 'removed') throw new ApiError('act-final');
    const acts = await tx.kysely
      .selectFrom('acts')
      .select(['id', 'act', 'until', 'slip'])
      .where('object_kind', 'in', kindsOf(kind))
      .where('object_id', '=', id)
      .where('undone_at', 'is', null)
      .execute();
    const { state, sensitive, actId } = objectSum(acts);
    if (before.state === state && before.sensitive === sensitive && before.act_id === actId) return;
    await this.#storeObject(
      tx,
      { kind, id, authorId, pollId },
      { state, sensitive, actId, version: before.version + 1 },
    );
  }

  /** Locks the object's state. @returns whether it is gone for good */
  async isRemoved({ kysely }: Transaction<Tables>, { kind, id }: Target): Promise<boolean> {
    const row = await kysely
      .selectFrom('object_states')
      .select('state')
      .where('kind', '=', kind)
      .where('object_id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row?.state === 'removed';
  }

  /** Makes a deletion final, unless the object is not deleted, or one of its deletions can still be taken back. */
  async removeObject(tx: Transaction<Tables>, kind: 'poll' | 'comment', id: number): Promise<void> {
    const before = await tx.kysely
      .selectFrom('object_states')
      .select(['author_id', 'poll_id', 'act_id', 'version'])
      .where('kind', '=', kind)
      .where('object_id', '=', id)
      .where('state', '=', 'deleted')
      .forUpdate()
      .executeTakeFirst();
    if (!before) return;
    // Read after taking the lock, so that it includes an appeal made while this waited.
    if (await this.#canComeBack(tx, kind, id)) return;
    const target = { kind, id, authorId: before.author_id, pollId: before.poll_id };
    const gone = { state: 'removed', sensitive: null, actId: before.act_id, version: before.version + 1 } as const;
    await this.#storeObject(tx, target, gone);
  }

  /** @param picture path of a profile picture that the act removes */
  async updatePerson(tx: Transaction<Tables>, userId: number, picture?: string | null): Promise<void> {
    const before = await tx.kysely
      .insertInto('person_states')
      .values({ user_id: userId })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({ silenced: eb.ref('person_states.silenced') })),
      )
      .returning(['silenced', 'act_id', 'version'])
      .returning(RIGHT_NOW.as('now'))
      .executeTakeFirstOrThrow();
    const acts = await tx.kysely
      .selectFrom('acts')
      .select(['id', 'act', 'until', 'slip', 'reason', 'rule_text'])
      .where('person_id', '=', userId)
      .where('act', 'in', ['silence', 'suspend'])
      .where('undone_at', 'is', null)
      .execute();
    const { silenced, suspension } = personSum(acts, before.now);
    const actId = suspension?.actId ?? null;
    if (before.silenced === silenced && before.act_id === actId && !picture) return;
    const version = before.version + 1;
    const until = suspension?.until ?? null;
    await tx.kysely
      .updateTable('person_states')
      .set({ silenced, suspended: suspension !== null, until, act_id: actId, version })
      .where('user_id', '=', userId)
      .execute();
    const act = acts.find(({ id }) => id === actId);
    await tx.publish(personModerated, {
      userId,
      silenced,
      suspended: act
        ? { until: until?.toISOString() ?? null, actId: act.id, rule: act.rule_text, reason: act.reason }
        : null,
      ...(picture ? { pictureRemoved: picture } : {}),
      version,
    });
  }

  /** Whether one of its deletions can be appealed, or has an appeal without an answer. */
  async #canComeBack({ kysely }: Transaction<Tables>, kind: Target['kind'], id: number): Promise<boolean> {
    const open = await kysely
      .selectFrom('acts as a')
      .leftJoin('appeals as p', 'p.act_id', 'a.id')
      .select('a.id')
      .where('a.object_kind', 'in', kindsOf(kind))
      .where('a.object_id', '=', id)
      .where('a.act', '=', 'delete')
      .where('a.undone_at', 'is', null)
      .where('p.decided_at', 'is', null)
      .where((eb) => eb.or([eb('p.id', 'is not', null), eb('a.made_at', '>', fromNow(-APPEAL_MS))]))
      .executeTakeFirst();
    return open !== undefined;
  }

  async #storeObject(
    tx: Transaction<Tables>,
    { kind, id, authorId, pollId }: Target,
    { actId, ...now }: NewState,
  ): Promise<void> {
    await tx.kysely
      .updateTable('object_states')
      .set({ ...now, act_id: actId })
      .where('kind', '=', kind)
      .where('object_id', '=', id)
      .execute();
    await tx.publish(objectModerated, {
      kind,
      objectId: id,
      authorId: authorId ?? DELETED_USER_ID,
      pollId,
      ...now,
      actId,
    });
  }
}
