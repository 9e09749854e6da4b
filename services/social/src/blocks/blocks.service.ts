import { Injectable } from '@nestjs/common';
import {
  BLOCKS_MAX,
  MUTES_MAX,
  userBlocked,
  userMuted,
  userUnblocked,
  userUnfollowed,
  userUnmuted,
  type Author,
} from '@inkling/contracts';
import { ApiError, Database, type Transaction } from '@inkling/platform';
import { decodeCursor, encodeCursor } from '../follows/cursor.js';
import { FollowsRepository } from '../follows/follows.repository.js';
import { ProfileDirectory } from '../profiles/profile-directory.js';
import type { Tables } from '../tables.js';
import { BlocksRepository, type Kind } from './blocks.repository.js';
import { lockPair } from '../standing/standing.repository.js';

const LIMITS = {
  block: { max: BLOCKS_MAX, code: 'too-many-blocks' },
  mute: { max: MUTES_MAX, code: 'too-many-mutes' },
} as const;

/**
 * Blocks and mutes (docs/product.md#blocks-and-mutes, ADR 27). Doing or undoing one twice changes nothing and announces
 * nothing. An id of nobody gets the answer that anybody's gets, so that no one learns who has blocked them.
 */
@Injectable()
export class BlocksService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly blocks: BlocksRepository,
    private readonly follows: FollowsRepository,
    private readonly profiles: ProfileDirectory,
  ) {}

  /**
   * Separates the two, and ends the follows between them.
   * @throws ApiError `self-block`; `too-many-blocks`; `unavailable` when only auth could tell whether the user exists
   */
  block(userId: number, otherId: number): Promise<void> {
    return this.#add('block', userId, otherId, async (tx, version) => {
      await tx.publish(userBlocked, { blockerId: userId, blockedId: otherId, version });
      await this.#endFollow(tx, userId, otherId);
      await this.#endFollow(tx, otherId, userId);
    });
  }

  unblock(userId: number, otherId: number): Promise<void> {
    return this.#remove('block', userId, otherId, (tx, version) =>
      tx.publish(userUnblocked, { blockerId: userId, blockedId: otherId, version }),
    );
  }

  /** @throws ApiError `self-block`; `too-many-mutes`; `unavailable` as for a block */
  mute(userId: number, otherId: number): Promise<void> {
    return this.#add('mute', userId, otherId, (tx, version) =>
      tx.publish(userMuted, { muterId: userId, mutedId: otherId, version }),
    );
  }

  unmute(userId: number, otherId: number): Promise<void> {
    return this.#remove('mute', userId, otherId, (tx, version) =>
      tx.publish(userUnmuted, { muterId: userId, mutedId: otherId, version }),
    );
  }

  /** A page of those whom the user has blocked or muted. @throws ApiError `invalid-request` for a foreign cursor */
  async list(
    kind: Kind,
    userId: number,
    cursor: string | undefined,
  ): Promise<{ users: Author[]; nextCursor: string | null }> {
    const { users, last } = await this.blocks.page(
      kind,
      userId,
      cursor === undefined ? undefined : decodeCursor(cursor),
    );
    return { users, nextCursor: last ? encodeCursor(last) : null };
  }

  async #add(
    kind: Kind,
    userId: number,
    otherId: number,
    announce: (tx: Transaction<Tables>, version: number) => Promise<void>,
  ): Promise<void> {
    if (userId === otherId) throw new ApiError('self-block');
    const known = await this.profiles.exists(otherId, userId);
    const { max, code } = LIMITS[kind];
    await this.database.transaction(async (tx) => {
      await this.blocks.lock(tx, userId);
      await lockPair(tx, userId, otherId);
      if (await this.blocks.exists(tx, kind, userId, otherId)) return;
      // Before the existence of the other matters: it would tell by the answer.
      if ((await this.blocks.count(tx, kind, userId)) >= max) throw new ApiError(code);
      if (!known) return;
      await this.blocks.add(tx, kind, userId, otherId);
      await announce(tx, await this.blocks.nextVersion(tx));
    });
  }

  async #remove(
    kind: Kind,
    userId: number,
    otherId: number,
    announce: (tx: Transaction<Tables>, version: number) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.blocks.lock(tx, userId);
      if (await this.blocks.remove(tx, kind, userId, otherId)) await announce(tx, await this.blocks.nextVersion(tx));
    });
  }

  async #endFollow(tx: Transaction<Tables>, followerId: number, followedId: number): Promise<void> {
    const change = await this.follows.remove(tx, followerId, followedId);
    if (change) await tx.publish(userUnfollowed, { followerId, followedId, ...change });
  }
}
