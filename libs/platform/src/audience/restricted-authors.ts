import { Logger } from '@nestjs/common';
import {
  personModerated,
  userFollowed,
  userUnfollowed,
  type EventData,
  type RpcReply,
  type RpcRequest,
  type socialRpc,
} from '@inkling/contracts';
import { QueueWorker } from '../concurrency/queue-worker.js';
import type { Claimed } from '../concurrency/work-queue.js';
import { ApiError } from '../errors/api-error.js';
import { OnEvent } from '../events/on-event.js';
import { RIGHT_NOW, fromNow } from '../persistence/clock.js';
import type { Database, Transaction } from '../persistence/database.js';
import { deleteInBatches } from '../persistence/delete-in-batches.js';
import type { TablesOf } from '../persistence/platform.entities.js';
import { LAST_VERSION, type PurgedUser } from '../purge/purged-user.entity.js';
import { purgedAmong } from '../purge/purge-worker.js';
import type { AudienceFollow, RestrictedAuthor } from './restricted-author.entities.js';

/** Restricted authors are rare. */
const SLOTS = 2;
const LOOK_MS = 1_000;
/** After it, another process goes on with the copy of a killed one. Two that overlap do no harm. */
const LEASE_MS = 30_000;
/** While social is away. */
const RETRY_MS = 2_000;
/** Followers of one call, and rows of one transaction. */
const PAGE = 1_000;

/** The copy begins again. */
const TO_COPY = { copy: 'stale', arrived_to: 0, due_at: RIGHT_NOW } as const;

type Tables = TablesOf<typeof RestrictedAuthor | typeof AudienceFollow | typeof PurgedUser>;
/** Somebody whose followers are to be copied. */
type Copy = Pick<EventData<typeof personModerated>, 'userId'>;
export interface FollowChange {
  readonly authorId: number;
  readonly followerId: number;
  readonly follows: boolean;
}
/** A call of `socialRpc.followersPage`, and its answer. */
export type FollowersRequest = RpcRequest<typeof socialRpc.followersPage>;
export type FollowersPage = RpcReply<typeof socialRpc.followersPage>;

/**
 * Authors whose things are for followers only, and copies of these followers: authors that moderators have silenced
 * (docs/product.md#silenced-people), and those who have asked their followers a poll
 * (docs/product.md#who-can-see-a-poll). The copy is read from social page by page when a restriction begins, and then
 * kept by events of follows. Every row has the version of the change that it knows, so pages and events may come in any
 * order.
 */
export abstract class RestrictedAuthors extends QueueWorker<Copy> {
  readonly #logger = new Logger(RestrictedAuthors.name);
  readonly #database: Database<Tables>;

  // A service's database knows its own tables.
  // eslint-disable-next-line typescript/no-explicit-any
  constructor(database: Database<any>) {
    super(SLOTS, LOOK_MS);
    this.#database = database as Database<Tables>;
  }

  /** Asks social. @throws ApiError `unavailable` while social is away */
  protected abstract followersPage(request: FollowersRequest): Promise<FollowersPage>;

  /** Called after the commit of a silence's beginning or end: what is kept for everybody may be old now. */
  protected abstract changed(): void;

  /** Called in the transaction of a change of a follower of an author who asks followers. */
  protected async followStored(_tx: Transaction<Tables>, _change: FollowChange): Promise<void> {}

  /** Called after the commit of a change of a follower of a restricted author. */
  protected followChanged(_followerId: number): void {}

  /** Commits on its own, so that what is read again afterwards shows the decision. */
  @OnEvent(personModerated)
  async onModerated(decision: EventData<typeof personModerated>): Promise<void> {
    if (!(await this.#database.transaction((tx) => this.#decide(tx, decision)))) return;
    this.changed();
    this.wake();
  }

  @OnEvent(userFollowed)
  onFollowed(follow: EventData<typeof userFollowed>): Promise<void> {
    return this.#follow(follow, true);
  }

  @OnEvent(userUnfollowed)
  onUnfollowed(follow: EventData<typeof userUnfollowed>): Promise<void> {
    return this.#follow(follow, false);
  }

  /**
   * Makes the author one who asks followers, in the transaction of the poll. Until the followers have been copied, they
   * do not see it; after the commit, `wake` starts the copy.
   */
  async askFollowers(tx: Transaction<Tables>, userId: number): Promise<void> {
    const before = await this.#enter(tx, userId);
    if (before.asksFollowers) return;
    await tx.kysely
      .updateTable('restricted_authors')
      // The followers of a silenced author are there or on their way, unless an earlier release has copied them.
      .set({ asks_followers: true, ...(before.silenced && before.known ? {} : TO_COPY) })
      .where('user_id', '=', userId)
      .execute();
    await this.#store(tx, userId, [userId], { follows: true, version: LAST_VERSION });
  }

  /** Whether the person is silenced. */
  async isSilenced(userId: number): Promise<boolean> {
    const row = await this.#database.kysely
      .selectFrom('restricted_authors')
      .select('silenced')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.silenced === true;
  }

  /** Removes a deleted person, as somebody silenced and as a follower. */
  async forget(userId: number, stopping: AbortSignal): Promise<void> {
    await this.#database.kysely.deleteFrom('restricted_authors').where('user_id', '=', userId).execute();
    for (const end of ['author_id', 'follower_id'])
      await deleteInBatches(this.#database, {
        table: 'audience_follows',
        where: `${end} = $1`,
        values: [userId],
        locked: 'wait',
        stopping,
      });
  }

  /** @returns whether a silence has begun or ended */
  async #decide(tx: Transaction<Tables>, { userId, silenced, version }: EventData<typeof personModerated>) {
    if ((await purgedAmong(tx, [userId])).size > 0) return false;
    const before = await this.#enter(tx, userId);
    if (before.version >= version) return false;
    const turned = before.silenced !== silenced;
    // The followers of an author who asks them are there already, and stay.
    const copies = turned && !before.asksFollowers;
    await tx.kysely
      .updateTable('restricted_authors')
      .set({ silenced, version, ...(copies ? TO_COPY : {}) })
      .where('user_id', '=', userId)
      .execute();
    // The person sees everything as before, from the first moment.
    if (turned && silenced) await this.#store(tx, userId, [userId], { follows: true, version: LAST_VERSION });
    return turned;
  }

  /** Commits on its own, so that what is read again afterwards shows the change. */
  async #follow({ followerId, followedId, version }: EventData<typeof userFollowed>, follows: boolean): Promise<void> {
    const known = { follows, version };
    const stored = await this.#database.transaction(async (tx) => {
      const restricted = await tx.kysely
        .selectFrom('restricted_authors')
        .select(['copied_from as copiedFrom', 'asks_followers as asksFollowers'])
        .where('user_id', '=', followedId)
        .where((eb) => eb.or([eb('silenced', '=', true), eb('asks_followers', '=', true)]))
        // A restriction that ends at this moment removes the row as well.
        .forShare()
        .executeTakeFirst();
      if (!restricted) return false;
      // The copy knows older ones. Without a row, a late event about a follow that has ended would bring it back.
      const changed =
        version > restricted.copiedFrom
          ? await this.#store(tx, followedId, [followerId], known)
          : (await this.#change(tx, followedId, known).where('follower_id', '=', followerId).executeTakeFirst())
              .numUpdatedRows > 0n;
      if (!changed) return false;
      if (restricted.asksFollowers) await this.followStored(tx, { authorId: followedId, followerId, follows });
      return true;
    });
    if (stored) this.followChanged(followerId);
  }

  /** Changes followers whose rows know less than this version. */
  #change(tx: Transaction<Tables>, authorId: number, known: { follows: boolean; version: number }) {
    return tx.kysely
      .updateTable('audience_follows')
      .set(known)
      .where('author_id', '=', authorId)
      .where('version', '<', known.version);
  }

  /** Stores a change of followers unless a later one is there. @returns whether any was stored */
  async #store(
    tx: Transaction<Tables>,
    authorId: number,
    followerIds: readonly number[],
    known: { follows: boolean; version: number },
  ): Promise<boolean> {
    const purged = await purgedAmong(tx, followerIds);
    const rows = followerIds
      .filter((id) => !purged.has(id))
      .map((follower_id) => ({ author_id: authorId, follower_id, ...known }));
    if (rows.length === 0) return false;
    const { numInsertedOrUpdatedRows = 0n } = await tx.kysely
      .insertInto('audience_follows')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['author_id', 'follower_id'])
          .doUpdateSet(known)
          .where('audience_follows.version', '<', known.version),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  }

  /** The author's row, which is made where it is missing. */
  async #enter(tx: Transaction<Tables>, userId: number) {
    await tx.kysely
      .insertInto('restricted_authors')
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await this.#lock(tx, userId);
    if (!row) throw new Error('A restricted author was removed at this moment');
    return row;
  }

  #lock(tx: Transaction<Tables>, userId: number) {
    return tx.kysely
      .selectFrom('restricted_authors')
      .select(['silenced', 'asks_followers as asksFollowers', 'version', 'copy', 'arrived_to as arrivedTo'])
      .select((eb) =>
        eb
          .or([eb('copied_from', '>', 0), eb('copy', '<>', 'complete')])
          .$castTo<boolean>()
          .as('known'),
      )
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
  }

  protected async claim(limit: number): Promise<Claimed<Copy>> {
    const rows = await this.#database.kysely
      .with(
        (cte) => cte('due').materialized(),
        (db) =>
          db
            .selectFrom('restricted_authors')
            .select('user_id')
            .where('due_at', '<=', RIGHT_NOW)
            .orderBy('due_at')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
      )
      .updateTable('restricted_authors as s')
      .from('due')
      .set({ due_at: fromNow(LEASE_MS) })
      .whereRef('s.user_id', '=', 'due.user_id')
      .returning('s.user_id as userId')
      .execute();
    return { rows, more: rows.length === limit };
  }

  protected async work({ userId }: Copy, stopping: AbortSignal): Promise<void> {
    try {
      while (!stopping.aborted && (await this.#step(userId)));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
      this.#logger.warn('Social is away; followers of a restricted author see them when it is back');
      await this.#database.kysely
        .updateTable('restricted_authors')
        .set({ due_at: fromNow(RETRY_MS) })
        .where('user_id', '=', userId)
        .where('due_at', 'is not', null)
        .execute();
    }
  }

  /** @returns whether there is more to copy */
  async #step(userId: number): Promise<boolean> {
    const person = await this.#database.kysely
      .selectFrom('restricted_authors')
      .select(['version', 'copy', 'arrived_to as arrivedTo'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!person || person.copy === 'complete') return false;
    if (person.copy === 'stale') return this.#database.transaction((tx) => this.#removeStale(tx, userId));
    const after = person.arrivedTo;
    const page = await this.followersPage({ userId, after, limit: PAGE });
    return this.#database.transaction(async (tx) => {
      const now = await this.#lock(tx, userId);
      // The page is not that of this restriction, or another process has stored it.
      if (!now || now.version !== person.version || now.copy !== 'arriving' || now.arrivedTo !== after) return true;
      const last = page.userIds.at(-1);
      const more = last !== undefined && page.userIds.length === PAGE;
      // A late event may have brought follows that had ended before the copy began.
      await this.#change(tx, userId, { follows: false, version: page.version })
        .where('follower_id', '>', after)
        .$if(more, (query) => query.where('follower_id', '<=', last!))
        .$if(page.userIds.length > 0, (query) => query.where('follower_id', 'not in', page.userIds))
        .execute();
      await this.#store(tx, userId, page.userIds, { follows: true, version: page.version });
      await this.#proceed(tx, userId, {
        ...(after === 0 ? { copied_from: page.version } : {}),
        ...(more ? { arrived_to: last } : { copy: 'complete', due_at: null }),
      });
      return more;
    });
  }

  /** Removes rows of an earlier restriction, whose follows may have ended without notice. */
  async #removeStale(tx: Transaction<Tables>, userId: number): Promise<boolean> {
    const person = await this.#lock(tx, userId);
    if (person?.copy !== 'stale') return true;
    const restricted = person.silenced || person.asksFollowers;
    const others = tx.kysely
      .selectFrom('audience_follows')
      .select('follower_id')
      .where('author_id', '=', userId)
      .$if(restricted, (query) => query.where('follower_id', '<>', userId))
      .limit(PAGE);
    const { numDeletedRows } = await tx.kysely
      .deleteFrom('audience_follows')
      .where('author_id', '=', userId)
      .where('follower_id', 'in', others)
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) === PAGE) return true;
    await this.#proceed(tx, userId, restricted ? { copy: 'arriving' } : { copy: 'complete', due_at: null });
    return restricted;
  }

  async #proceed(
    tx: Transaction<Tables>,
    userId: number,
    state: { copy?: 'arriving' | 'complete'; arrived_to?: number; copied_from?: number; due_at?: null },
  ): Promise<void> {
    await tx.kysely.updateTable('restricted_authors').set(state).where('user_id', '=', userId).execute();
  }
}
