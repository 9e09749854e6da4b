import { Injectable, Logger } from '@nestjs/common';
import { authRpc, profileUpdated, type EventData } from '@inkling/contracts';
import { ApiError, Database, OnEvent, RpcClient, type Transaction } from '@inkling/platform';

type Profile = Pick<EventData<typeof profileUpdated>, 'userId' | 'name' | 'username' | 'profilePicture' | 'version'>;

/** Short, because someone waits for their poll to be published. */
const AUTH_TIMEOUT_MS = 1_500;

const UPSERT = `
  insert into authors (user_id, name, username, profile_picture, version) values ($1, $2, $3, $4, $5)
  on conflict (user_id) do update
  set name = excluded.name, username = excluded.username, profile_picture = excluded.profile_picture,
    version = excluded.version
  where authors.version < excluded.version`;

const columns = (profile: Profile): unknown[] => [
  profile.userId,
  profile.name,
  profile.username,
  profile.profilePicture,
  profile.version,
];

/** Names and pictures of users as polls embed them: a copy that profile events keep current. */
@Injectable()
export class AuthorProjection {
  readonly #logger = new Logger(AuthorProjection.name);

  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  @OnEvent(profileUpdated)
  async onProfile(data: EventData<typeof profileUpdated>, tx: Transaction): Promise<void> {
    await tx.query({ text: UPSERT, values: columns(data) });
  }

  /**
   * Ensures that the author has a row. If no event has brought it yet, this calls auth once. While auth is away the row
   * stays empty until the event arrives, so publishing a poll does not depend on auth.
   * @throws ApiError `user-not-found` when auth knows no such user
   */
  async ensure(userId: number): Promise<void> {
    const known = await this.database.query({
      name: 'author-known',
      text: 'select 1 from authors where user_id = $1 and version > 0',
      values: [userId],
    });
    if (known.length > 0) return;
    try {
      const account = await this.rpc.call({ ...authRpc.account, timeoutMs: AUTH_TIMEOUT_MS }, { userId });
      await this.database.query({ text: UPSERT, values: columns({ ...account, userId }) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
      this.#logger.warn('The auth service is away; an author gets a name with the next profile event');
      await this.database.query({
        text: 'insert into authors (user_id) values ($1) on conflict do nothing',
        values: [userId],
      });
    }
  }

  /** How many polls of a user are not deleted. */
  async pollsCount(userId: number): Promise<number> {
    const rows = await this.database.query<{ polls_count: number }>({
      name: 'author-polls-count',
      text: 'select polls_count from authors where user_id = $1',
      values: [userId],
    });
    return rows[0]?.polls_count ?? 0;
  }
}
