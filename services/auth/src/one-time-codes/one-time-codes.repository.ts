import { Injectable } from '@nestjs/common';
import { Database, NOW, fromNow, type Transaction } from '@inkling/platform';
import type { NotNull } from 'kysely';
import type { Tables } from '../tables.js';

/** How long a secret waits for its first code. */
const PENDING_MS = 3_600_000;

/** Whether an account's codes are on. */
export interface CodesState {
  since: Date;
  recoveryCodesLeft: number;
}

/** The stored secrets and recovery codes. Whoever changes them has locked the account. */
@Injectable()
export class OneTimeCodesRepository {
  constructor(private readonly database: Database<Tables>) {}

  /** Undefined while the codes are off. */
  state(accountId: number): Promise<CodesState | undefined> {
    return this.database.kysely
      .selectFrom('one_time_codes as c')
      .leftJoin('recovery_codes as r', 'r.account_id', 'c.account_id')
      .select(({ fn }) => ['c.confirmed_at as since', fn.count<number>('r.code_hash').as('recoveryCodesLeft')])
      .where('c.account_id', '=', accountId)
      .where('c.confirmed_at', 'is not', null)
      .groupBy('c.account_id')
      .$narrowType<{ since: NotNull }>()
      .executeTakeFirst();
  }

  async isOn(tx: Transaction<Tables>, accountId: number): Promise<boolean> {
    const codes = await tx.kysely
      .selectFrom('one_time_codes')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    return codes !== undefined;
  }

  /** Stores a secret that waits for its first code, instead of an earlier one; false if the codes are on already. */
  async addPending(tx: Transaction<Tables>, accountId: number, secret: Buffer): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await tx.kysely
      .insertInto('one_time_codes')
      .values({ account_id: accountId, secret })
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet({ secret, created_at: NOW })
          .where('one_time_codes.confirmed_at', 'is', null),
      )
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** The secret that waits for its first code. */
  async pending(tx: Transaction<Tables>, accountId: number): Promise<Uint8Array | undefined> {
    const codes = await tx.kysely
      .selectFrom('one_time_codes')
      .select('secret')
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is', null)
      .where('created_at', '>', fromNow(-PENDING_MS))
      .executeTakeFirst();
    return codes?.secret;
  }

  async confirm(tx: Transaction<Tables>, accountId: number, step: number): Promise<void> {
    await tx.kysely
      .updateTable('one_time_codes')
      .set({ confirmed_at: NOW, last_step: step })
      .where('account_id', '=', accountId)
      .execute();
  }

  /** The secret and the last step that was used, locked; undefined while the codes are off. */
  lockSecret(
    tx: Transaction<Tables>,
    accountId: number,
  ): Promise<{ secret: Uint8Array; lastStep: number | null } | undefined> {
    return tx.kysely
      .selectFrom('one_time_codes')
      .select(['secret', 'last_step as lastStep'])
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
  }

  async setLastStep(tx: Transaction<Tables>, accountId: number, step: number): Promise<void> {
    await tx.kysely
      .updateTable('one_time_codes')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .execute();
  }

  /** Replaces all recovery codes. */
  async setRecoveryCodes(tx: Transaction<Tables>, accountId: number, hashes: readonly Buffer[]): Promise<void> {
    await tx.kysely.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
    await tx.kysely
      .insertInto('recovery_codes')
      .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
      .execute();
  }

  /** Uses a recovery code up; false if there is none, as for all but one of parallel uses. */
  async takeRecoveryCode(tx: Transaction<Tables>, accountId: number, hash: Buffer): Promise<boolean> {
    const { numDeletedRows } = await tx.kysely
      .deleteFrom('recovery_codes')
      .where('account_id', '=', accountId)
      .where('code_hash', '=', hash)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  /** Switches the codes off and forgets everything; false if they were off. */
  async remove(tx: Transaction<Tables>, accountId: number): Promise<boolean> {
    const removed = await tx.kysely
      .deleteFrom('one_time_codes')
      .where('account_id', '=', accountId)
      .returning('confirmed_at')
      .executeTakeFirst();
    return removed !== undefined && removed.confirmed_at !== null;
  }
}
