import { Injectable } from '@nestjs/common';
import type { Invitation } from '@inkling/contracts';
import { Database, NOW, fromNow, type Transaction } from '@inkling/platform';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '../tables.js';
import { codeKey } from './invitation-code.js';

type Row = Selectable<Tables['invitations']>;
export type StoredInvitationRow = Row & { used: number };

const USED = sql<number>`(select count(*)::int from invitation_uses u where u.invitation_id = invitations.id)`;

export const invitationView = (row: StoredInvitationRow): Invitation => ({
  id: row.id,
  code: row.code,
  uses: row.uses,
  used: row.used,
  createdAt: row.created_at.toISOString(),
  until: row.until?.toISOString() ?? null,
  withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
});

/** The stored invitations and their places. */
@Injectable()
export class InvitationsRepository {
  constructor(private readonly database: Database<Tables>) {}

  insert(
    { kysely }: Transaction<Tables>,
    values: { code: string; makerId: number | null; fromOperator: boolean; uses: number; days: number | undefined },
  ): Promise<Row> {
    return kysely
      .insertInto('invitations')
      .values({
        code: values.code,
        code_key: codeKey(values.code),
        maker_id: values.makerId,
        from_operator: values.fromOperator,
        uses: values.uses,
        until: values.days === undefined ? null : fromNow(values.days * 24 * 3_600_000),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** The newest first. */
  list(where: { makerId?: number; limit: number }): Promise<StoredInvitationRow[]> {
    return this.database.kysely
      .selectFrom('invitations')
      .selectAll()
      .select(USED.as('used'))
      .$if(where.makerId !== undefined, (query) => query.where('maker_id', '=', where.makerId ?? null))
      .orderBy('id', 'desc')
      .limit(where.limit)
      .execute();
  }

  /** How many people a member invites: all places of invitations in force, and the places taken of the others. */
  async promised(kysely: Kysely<Tables>, makerId: number): Promise<number> {
    const inForce = sql<boolean>`withdrawn_at is null and coalesce(until > now(), true)`;
    const row = await kysely
      .selectFrom('invitations')
      .select(sql<number>`coalesce(sum(case when ${inForce} then uses else ${USED} end), 0)::int`.as('people'))
      .where('maker_id', '=', makerId)
      .where('from_operator', '=', false)
      .executeTakeFirstOrThrow();
    return row.people;
  }

  byCode(code: string): Promise<(StoredInvitationRow & { ended: boolean }) | undefined> {
    return this.database.kysely
      .selectFrom('invitations')
      .selectAll()
      .select([USED.as('used'), ENDED.as('ended')])
      .where('code_key', '=', codeKey(code))
      .executeTakeFirst();
  }

  /** The invitation of this code, locked: places are given one after another. */
  lockByCode({ kysely }: Transaction<Tables>, code: string): Promise<(Row & { ended: boolean }) | undefined> {
    return kysely
      .selectFrom('invitations')
      .selectAll()
      .select(ENDED.as('ended'))
      .where('code_key', '=', codeKey(code))
      .forUpdate()
      .executeTakeFirst();
  }

  async used({ kysely }: Transaction<Tables>, invitationId: number): Promise<number> {
    const row = await kysely
      .selectFrom('invitation_uses')
      .select(({ fn }) => fn.countAll<number>().as('used'))
      .where('invitation_id', '=', invitationId)
      .executeTakeFirstOrThrow();
    return row.used;
  }

  /** @returns the invitation in which the key has a place */
  async placeOf({ kysely }: Transaction<Tables>, key: string): Promise<number | undefined> {
    const row = await kysely
      .selectFrom('invitation_uses')
      .select('invitation_id')
      .where('key', '=', key)
      .executeTakeFirst();
    return row?.invitation_id;
  }

  async reserve({ kysely }: Transaction<Tables>, invitationId: number, key: string): Promise<void> {
    await kysely.insertInto('invitation_uses').values({ key, invitation_id: invitationId }).execute();
  }

  async take(key: string, userId: number): Promise<void> {
    await this.database.kysely
      .updateTable('invitation_uses')
      .set({ taken_at: NOW, user_id: userId })
      .where('key', '=', key)
      .where('taken_at', 'is', null)
      .execute();
  }

  async giveBack(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.database.kysely
      .deleteFrom('invitation_uses')
      .where('key', 'in', keys)
      .where('taken_at', 'is', null)
      .execute();
  }

  /** Keys of places reserved so long ago that their sign-up has ended, with or without an account. */
  async undecided(afterMs: number, limit: number): Promise<string[]> {
    const rows = await this.database.kysely
      .selectFrom('invitation_uses')
      .select('key')
      .where('taken_at', 'is', null)
      .where('reserved_at', '<', fromNow(-afterMs))
      .limit(limit)
      .execute();
    return rows.map(({ key }) => key);
  }

  /** @returns its maker; undefined if there is no such invitation in force */
  async withdraw(
    { kysely }: Transaction<Tables>,
    id: number,
    makerId: number | undefined,
  ): Promise<{ makerId: number | null; changed: boolean } | undefined> {
    const found = await kysely
      .selectFrom('invitations')
      .select(['maker_id as makerId', 'withdrawn_at'])
      .where('id', '=', id)
      .$if(makerId !== undefined, (query) => query.where('maker_id', '=', makerId ?? null))
      .forUpdate()
      .executeTakeFirst();
    if (!found) return undefined;
    await kysely
      .updateTable('invitations')
      .set({ withdrawn_at: NOW })
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .execute();
    return { makerId: found.makerId, changed: found.withdrawn_at === null };
  }
}

const ENDED = sql<boolean>`(withdrawn_at is not null or coalesce(until <= now(), false))`;
