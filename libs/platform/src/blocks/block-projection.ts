import type { EventData, userBlocked, userMuted } from '@inkling/contracts';
import type { Kysely } from 'kysely';
import type { Transaction } from '../persistence/database.js';
import { purgedAmong } from '../purge/purge-worker.js';

// The tables `blocks` and `mutes` of a service that keeps them as social last announced them. An older version never
// overwrites a newer one, and nothing is stored about people whose data was removed.

/** A transaction of a service that has both tables. */
// A service's transaction knows its own tables.
// eslint-disable-next-line typescript/no-explicit-any
type BlocksTransaction = Pick<Transaction, 'query'> & { readonly kysely: Kysely<any> };

/** @returns false when nothing was stored */
export function storeBlock(
  tx: BlocksTransaction,
  { blockerId, blockedId, version }: EventData<typeof userBlocked>,
  active: boolean,
): Promise<boolean> {
  return store(tx, 'blocks', { blocker_id: blockerId, blocked_id: blockedId }, { active, version });
}

/** @returns false when nothing was stored */
export function storeMute(
  tx: BlocksTransaction,
  { muterId, mutedId, version }: EventData<typeof userMuted>,
  active: boolean,
): Promise<boolean> {
  return store(tx, 'mutes', { muter_id: muterId, muted_id: mutedId }, { active, version });
}

async function store(
  tx: BlocksTransaction,
  table: 'blocks' | 'mutes',
  pair: Readonly<Record<string, number>>,
  state: { active: boolean; version: number },
): Promise<boolean> {
  if ((await purgedAmong(tx, Object.values(pair))).size > 0) return false;
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto(table)
    .values({ ...pair, ...state })
    .onConflict((conflict) =>
      conflict.columns(Object.keys(pair)).doUpdateSet(state).where(`${table}.version`, '<', state.version),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
