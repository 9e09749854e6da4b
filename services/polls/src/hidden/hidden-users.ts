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
import { Database, LiveBus, OnEvent, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';

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
