import { Injectable } from '@nestjs/common';
import {
  APART_SUBJECT,
  mutedWordsChanged,
  userBlocked,
  userMuted,
  userUnblocked,
  userUnmuted,
  type Apart,
  type EventData,
} from '@inkling/contracts';
import { Database, LiveBus, OnEvent, deleteInBatches, purgedAmong, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';

/** Viewers in one step of forgetting a user. */
const BATCH = 200;

type Flag = 'blocks' | 'blocked_by' | 'mutes';

interface Change {
  readonly viewerId: number;
  readonly userId: number;
  readonly flag: Flag;
  readonly on: boolean;
  readonly version: number;
}

/**
 * Who does not see whom, as social announces it. Each change commits on its own, so that gateways hear of a block when
 * the reads show it; a repeated or late event finds a newer version and changes nothing.
 */
@Injectable()
export class HiddenUsers {
  constructor(
    private readonly database: Database<Tables>,
    private readonly bus: LiveBus,
  ) {}

  @OnEvent(userBlocked)
  onBlocked(data: EventData<typeof userBlocked>): Promise<void> {
    return this.#block(data, true);
  }

  @OnEvent(userUnblocked)
  onUnblocked(data: EventData<typeof userUnblocked>): Promise<void> {
    return this.#block(data, false);
  }

  @OnEvent(userMuted)
  onMuted({ muterId, mutedId, version }: EventData<typeof userMuted>): Promise<void> {
    return this.#store([{ viewerId: muterId, userId: mutedId, flag: 'mutes', on: true, version }]);
  }

  @OnEvent(userUnmuted)
  onUnmuted({ muterId, mutedId, version }: EventData<typeof userUnmuted>): Promise<void> {
    return this.#store([{ viewerId: muterId, userId: mutedId, flag: 'mutes', on: false, version }]);
  }

  @OnEvent(mutedWordsChanged)
  async onWords(
    { userId, words, version }: EventData<typeof mutedWordsChanged>,
    tx: Transaction<Tables>,
  ): Promise<void> {
    if ((await purgedAmong(tx, [userId])).size > 0) return;
    const filter = { muted_words: words, words_version: version };
    await tx.kysely
      .insertInto('viewer_filters')
      .values({ viewer_id: userId, ...filter })
      .onConflict((conflict) =>
        conflict.column('viewer_id').doUpdateSet(filter).where('viewer_filters.words_version', '<', version),
      )
      .execute();
    await this.#activate(tx, [userId]);
  }

  /** Removes what hides the user from others, and others from the user. */
  async forget(userId: number, stopping: AbortSignal): Promise<void> {
    for (const table of ['hidden_users', 'viewer_filters'])
      await deleteInBatches(this.database, {
        table,
        where: 'viewer_id = $1',
        values: [userId],
        locked: 'wait',
        stopping,
      });
    for (let found = BATCH; found === BATCH && !stopping.aborted;)
      found = await this.database.transaction(async (tx) => {
        const hiding = tx.kysely.selectFrom('hidden_users').select('viewer_id').where('user_id', '=', userId);
        const viewers = (await hiding.orderBy('viewer_id').limit(BATCH).execute()).map((row) => row.viewer_id);
        if (viewers.length === 0) return 0;
        await tx.kysely
          .selectFrom('viewer_filters')
          .select('viewer_id')
          .where('viewer_id', 'in', viewers)
          .orderBy('viewer_id')
          .forUpdate()
          .execute();
        await tx.kysely
          .deleteFrom('hidden_users')
          .where('user_id', '=', userId)
          .where('viewer_id', 'in', viewers)
          .execute();
        await this.#activate(tx, viewers);
        return viewers.length;
      });
  }

  async #block({ blockerId, blockedId, version }: EventData<typeof userBlocked>, on: boolean): Promise<void> {
    await this.#store([
      { viewerId: blockerId, userId: blockedId, flag: 'blocks', on, version },
      { viewerId: blockedId, userId: blockerId, flag: 'blocked_by', on, version },
    ]);
    this.bus.publish(APART_SUBJECT, { userIds: [blockerId, blockedId] } satisfies Apart);
  }

  /** Rows are written in the order of viewers, so that two events about the same users do not deadlock. */
  #store(changes: readonly Change[]): Promise<void> {
    const sorted = changes.toSorted((a, b) => a.viewerId - b.viewerId);
    return this.database.transaction(async (tx) => {
      const userIds = sorted.flatMap(({ viewerId, userId }) => [viewerId, userId]);
      if ((await purgedAmong(tx, userIds)).size > 0) return;
      await tx.kysely
        .insertInto('viewer_filters')
        .values(sorted.map(({ viewerId }) => ({ viewer_id: viewerId })))
        // Locks the row, so that parallel changes of one viewer count each other.
        .onConflict((conflict) =>
          conflict.column('viewer_id').doUpdateSet((eb) => ({ viewer_id: eb.ref('excluded.viewer_id') })),
        )
        .execute();
      for (const change of sorted) await this.#set(tx, change);
      await this.#activate(
        tx,
        sorted.map(({ viewerId }) => viewerId),
      );
    });
  }

  /** A filter is active while it hides anybody or any word: viewers pay nothing for blocks that have ended. */
  async #activate(tx: Transaction<Tables>, viewerIds: readonly number[]): Promise<void> {
    await tx.kysely
      .updateTable('viewer_filters')
      .set((eb) => ({
        active: eb
          .or([
            sql<boolean>`muted_words <> '{}'`,
            eb.exists(
              eb
                .selectFrom('hidden_users as h')
                .select('h.user_id')
                .whereRef('h.viewer_id', '=', 'viewer_filters.viewer_id')
                .where((flag) =>
                  flag.or([flag('h.blocks', '=', true), flag('h.blocked_by', '=', true), flag('h.mutes', '=', true)]),
                ),
            ),
          ])
          .$castTo<boolean>(),
      }))
      .where('viewer_id', 'in', viewerIds)
      .execute();
  }

  async #set(tx: Transaction<Tables>, { viewerId, userId, flag, on, version }: Change): Promise<void> {
    const flags =
      flag === 'blocks'
        ? { blocks: on, blocks_version: version }
        : flag === 'blocked_by'
          ? { blocked_by: on, blocked_by_version: version }
          : { mutes: on, mutes_version: version };
    await tx.kysely
      .insertInto('hidden_users')
      .values({ viewer_id: viewerId, user_id: userId, ...flags })
      .onConflict((conflict) =>
        conflict
          .columns(['viewer_id', 'user_id'])
          .doUpdateSet(flags)
          .where(sql.ref(`hidden_users.${flag}_version`), '<', version),
      )
      .execute();
  }
}
