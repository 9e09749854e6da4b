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
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      for (const change of sorted) await this.#set(tx, change);
    });
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
