import { Injectable, Logger } from '@nestjs/common';
import { authRpc, profileUpdated, type EventData } from '@inkling/contracts';
import { ApiError, Database, OnEvent, RIGHT_NOW, RpcClient, type Transaction } from '@inkling/platform';
import { sql, type Kysely } from 'kysely';
import { isListedFor } from '../audience/seen.js';
import { together } from '../hidden/together.js';
import type { Tables } from '../tables.js';

type Profile = Pick<
  EventData<typeof profileUpdated>,
  'userId' | 'name' | 'username' | 'profilePicture' | 'emailVerified' | 'createdAt' | 'version'
>;

/** Short, because someone waits for their poll to be published. */
const AUTH_TIMEOUT_MS = 1_500;

/** Names and pictures of users as polls embed them: a copy that profile events keep current. */
@Injectable()
export class AuthorProjection {
  readonly #logger = new Logger(AuthorProjection.name);

  constructor(
    private readonly database: Database<Tables>,
    private readonly rpc: RpcClient,
  ) {}

  @OnEvent(profileUpdated)
  async onProfile(data: EventData<typeof profileUpdated>, tx: Transaction<Tables>): Promise<void> {
    await store(tx.kysely, data);
  }

  /**
   * Ensures that the author has a row. If no event has brought it yet, this calls auth once. While auth is away the row
   * stays empty until the event arrives, so publishing a poll does not depend on auth.
   * @throws ApiError `user-not-found` when auth knows no such user
   */
  async ensure(userId: number): Promise<void> {
    const { kysely } = this.database;
    const author = await kysely
      .selectFrom('authors')
      .select('version')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (author && author.version > 0) return;
    try {
      await this.refresh(userId);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
      this.#logger.warn('The auth service is away; an author gets a name with the next profile event');
      await kysely
        .insertInto('authors')
        .values({ user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }

  /** Reads the profile from auth now. @throws ApiError `user-not-found`; `unavailable` while auth is away */
  async refresh(userId: number): Promise<void> {
    const account = await this.rpc.call({ ...authRpc.account, timeoutMs: AUTH_TIMEOUT_MS }, { userId });
    await store(this.database.kysely, { ...account, userId });
  }

  /** What decides whether the user may ask, as of `now` by the database's clock; undefined for an unknown user. */
  asker(userId: number) {
    return this.database.kysely
      .selectFrom('authors')
      .select(['email_verified as emailVerified', 'joined_at as joinedAt', RIGHT_NOW.as('now')])
      .where('user_id', '=', userId)
      .executeTakeFirst();
  }

  /**
   * How many polls of a user are not deleted; with a viewer only those that lists show to the viewer, and whether a
   * block separates the two.
   */
  async pollsCount(userId: number, viewerId?: number): Promise<{ pollsCount: number; apart?: boolean }> {
    const { pollsCount, unlisted, seen } = await this.database.reads.kysely
      .selectNoFrom((eb) => [
        eb.selectFrom('authors').select('polls_count').where('user_id', '=', userId).as('pollsCount'),
        eb
          .selectFrom('polls as p')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('p.author_id', '=', userId)
          .where('p.visibility', '<>', sql.lit('public'))
          .where('p.deleted_at', 'is', null)
          .where('p.author_id', '<>', viewerId ?? userId)
          .where((eb) => eb.not(isListedFor(viewerId ?? userId, 'p')))
          .as('unlisted'),
        together(viewerId ?? userId, userId).as('seen'),
      ])
      .executeTakeFirstOrThrow();
    return {
      pollsCount: Math.max(0, (pollsCount ?? 0) - (unlisted ?? 0)),
      ...(viewerId === undefined ? {} : { apart: !seen }),
    };
  }
}

/** Stores a profile unless a newer one is there. What older versions of auth do not say stays as it is. */
async function store(kysely: Kysely<Tables>, profile: Profile): Promise<void> {
  const known = {
    name: profile.name,
    username: profile.username,
    profile_picture: profile.profilePicture,
    version: profile.version,
    ...(profile.emailVerified === undefined ? {} : { email_verified: profile.emailVerified }),
    ...(profile.createdAt === undefined ? {} : { joined_at: new Date(profile.createdAt) }),
  };
  await kysely
    .insertInto('authors')
    .values({ user_id: profile.userId, ...known })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(known)
        .where((eb) =>
          eb.or([
            eb('authors.version', '<', profile.version),
            // The same profile, of which an older version of auth had said less.
            eb.and([eb('authors.version', '=', profile.version), eb('authors.joined_at', 'is', null)]),
          ]),
        ),
    )
    .execute();
}
