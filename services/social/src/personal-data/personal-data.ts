import { PERSONAL_PAGE, personalDataRpc, type PersonalCollection, type PersonalPage } from '@inkling/contracts';
import { ApiError, Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** A person's own column and the other's, by list. Who has blocked or muted the person is in none. */
const LISTS = {
  following: { table: 'follows', own: 'r.follower_id', other: 'r.following_id' },
  followers: { table: 'follows', own: 'r.following_id', other: 'r.follower_id' },
  blocked: { table: 'blocks', own: 'r.blocker_id', other: 'r.blocked_id' },
  muted: { table: 'mutes', own: 'r.muter_id', other: 'r.muted_id' },
} as const;

/** What social stores about a person, for their own export. */
@RpcController()
export class PersonalData {
  constructor(private readonly database: Database<Tables>) {}

  @Rpc(personalDataRpc.social)
  async list({ userId, collection, after = '0' }: RpcRequestOf<typeof personalDataRpc.social>): Promise<PersonalPage> {
    if (!Number.isSafeInteger(Number(after))) throw new ApiError('invalid-request');
    return collection === 'mutedWords' ? this.#words(userId) : this.#people(collection, userId, Number(after));
  }

  async #people(
    list: Exclude<PersonalCollection<'social'>, 'mutedWords'>,
    userId: number,
    after: number,
  ): Promise<PersonalPage> {
    const { table, own, other } = LISTS[list];
    const rows = await this.database.kysely
      .selectFrom(`${table} as r` as 'follows as r')
      .leftJoin('profiles as p', 'p.user_id', other as 'r.following_id')
      .select([`${other as 'r.following_id'} as userId`, 'p.username', 'p.name', 'r.created_at as since'])
      .where(own as 'r.follower_id', '=', userId)
      .where(other as 'r.following_id', '>', after)
      // As in the product, where a block of the other side is not to be found out (ADR 27).
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('blocks as b')
              .select('b.blocker_id')
              .whereRef('b.blocker_id', '=', other as 'r.following_id')
              .where('b.blocked_id', '=', userId),
          ),
        ),
      )
      .orderBy(other as 'r.following_id')
      .limit(PERSONAL_PAGE)
      .execute();
    return { entries: rows, next: rows.length === PERSONAL_PAGE ? String(rows.at(-1)?.userId) : null };
  }

  async #words(userId: number): Promise<PersonalPage> {
    const entries = await this.database.kysely
      .selectFrom('muted_words')
      .select('words')
      .where('user_id', '=', userId)
      .execute();
    return { entries, next: null };
  }
}
