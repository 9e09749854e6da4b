import { Injectable } from '@nestjs/common';
import { LIST_PAGE_SIZE, type Author } from '@inkling/contracts';
import { Database, lockIds, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import type { Position } from '../follows/cursor.js';
import type { Tables } from '../tables.js';
import { together, unblocked } from '../standing/standing.repository.js';

/** Blocks or mutes: the same shape, with their own names. */
export type Kind = 'block' | 'mute';

const KINDS = {
  block: { table: 'blocks', own: 'blocker_id', other: 'blocked_id' },
  mute: { table: 'mutes', own: 'muter_id', other: 'muted_id' },
} as const;

export interface AuthorPage {
  readonly users: Author[];
  /** The last one shown; undefined when the list ends there. */
  readonly last: Position | undefined;
}

/** Blocks and mutes as rows. Those of one user change one after the other, see `lock`. */
@Injectable()
export class BlocksRepository {
  constructor(private readonly database: Database<Tables>) {}

  /** Orders the changes of one user's blocks, mutes and words, so that limits are exact and versions grow. */
  lock(tx: Transaction<Tables>, userId: number): Promise<void> {
    return lockIds(tx, 'standing of', [userId]);
  }

  /** The next version, larger than every version of this user's earlier changes. Needs the user's lock. */
  async nextVersion(tx: Transaction<Tables>): Promise<number> {
    const version = sql<number>`nextval('standing_versions')`.as('version');
    return (await tx.kysely.selectNoFrom(version).executeTakeFirstOrThrow()).version;
  }

  async exists(tx: Transaction<Tables>, kind: Kind, userId: number, otherId: number): Promise<boolean> {
    const { table, own, other } = KINDS[kind];
    const row = await tx.kysely
      .selectFrom(table)
      .select('created_at')
      .where(sql.ref(own), '=', userId)
      .where(sql.ref(other), '=', otherId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async count(tx: Transaction<Tables>, kind: Kind, userId: number): Promise<number> {
    const { table, own } = KINDS[kind];
    const { count } = await tx.kysely
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(sql.ref(own), '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  }

  async add(tx: Transaction<Tables>, kind: Kind, userId: number, otherId: number): Promise<void> {
    const insert =
      kind === 'block'
        ? tx.kysely.insertInto('blocks').values({ blocker_id: userId, blocked_id: otherId })
        : tx.kysely.insertInto('mutes').values({ muter_id: userId, muted_id: otherId });
    await insert.execute();
  }

  /** Whether there was one to remove. */
  async remove(tx: Transaction<Tables>, kind: Kind, userId: number, otherId: number): Promise<boolean> {
    const { table, own, other } = KINDS[kind];
    const { numDeletedRows } = await tx.kysely
      .deleteFrom(table)
      .where(sql.ref(own), '=', userId)
      .where(sql.ref(other), '=', otherId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /**
   * The latest first, without users whose profile has not arrived. Blocked users who have blocked back are left out, as
   * they are not found; of muted ones, all from whom a block separates the user.
   */
  async page(kind: Kind, userId: number, after: Position | undefined): Promise<AuthorPage> {
    const { kysely } = this.database;
    const listed =
      kind === 'block'
        ? kysely.selectFrom('blocks').select(['blocker_id as ownId', 'blocked_id as otherId', 'created_at']).as('l')
        : kysely.selectFrom('mutes').select(['muter_id as ownId', 'muted_id as otherId', 'created_at']).as('l');
    const rows = await kysely
      .selectFrom(listed)
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('profiles')
            .select(['user_id', 'username', 'name', 'profile_picture'])
            .whereRef('user_id', '=', 'l.otherId')
            // Planned by itself, as one look-up by key per row, whatever the statistics say.
            .offset(sql.lit(0))
            .as('p'),
        (join) => join.onTrue(),
      )
      .select(['p.user_id as id', 'p.username', 'p.name', 'p.profile_picture as profilePicture'])
      // ISO 8601 in UTC with microseconds.
      .select(sql<string>`to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at'))
      .where('l.ownId', '=', userId)
      .where((kind === 'mute' ? together : unblocked)(userId, 'l.otherId'))
      .where((eb) =>
        eb(
          eb.refTuple('l.created_at', 'l.otherId'),
          '<',
          eb.tuple(sql<Date>`${after?.at ?? 'infinity'}::timestamptz`, sql<number>`${after?.userId ?? 0}::bigint`),
        ),
      )
      .orderBy('l.created_at', 'desc')
      .orderBy('l.otherId', 'desc')
      .limit(LIST_PAGE_SIZE + 1)
      .execute();
    const shown = rows.slice(0, LIST_PAGE_SIZE);
    const last = rows.length > LIST_PAGE_SIZE ? shown.at(-1) : undefined;
    return {
      users: shown.map(({ at: _at, ...user }) => user),
      last: last && { userId: last.id, at: last.at },
    };
  }
}
