import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, Database, type Transaction } from '@inkling/platform';
import { AuthConfig } from '../config.js';
import type { AccountEntity } from './account.entity.js';
import { RESERVED_USERNAMES } from './reserved-usernames.js';
import { strictKey, usernameKey, usernameSkeleton } from './username-keys.js';

/** How long a released username is held for its former owner, because links and mentions still point to it. */
const HELD = `interval '30 days'`;
const SWEEP_BATCH = 1_000;

/** Decides which usernames are available: those that are neither reserved nor held for somebody else. */
@Injectable()
export class Usernames {
  readonly #reserved: ReadonlySet<string>;

  constructor(
    @Inject(CONFIG) config: AuthConfig,
    private readonly database: Database,
  ) {
    this.#reserved = new Set([...RESERVED_USERNAMES, ...config.RESERVED_USERNAMES].map(strictKey));
  }

  /** Throws `username-taken` if `username` is reserved, unless `former` is the same username. */
  assertAllowed(username: string, former: string | null): void {
    if (former !== null && usernameKey(former) === usernameKey(username)) return;
    if (this.#reserved.has(strictKey(username))) throw new ApiError('username-taken');
  }

  /**
   * Call it after `tx` has written the account's new username. It holds the former username and ends the hold on the
   * new one. The unique key has made this transaction wait for the one that released the username, so its hold is
   * visible here. Throws `username-taken` if the username, or one that looks like it, is held for somebody else.
   */
  async change(tx: Transaction, { id, username }: AccountEntity, former: string | null): Promise<void> {
    if (username === null || (former !== null && usernameKey(former) === usernameKey(username))) return;
    const held = await tx.query({
      text: `select 1 from held_usernames
             where (username_key = $1 or username_skeleton = $2) and account_id <> $3 and held_until > now() limit 1`,
      values: [usernameKey(username), usernameSkeleton(username), id],
    });
    if (held.length > 0) throw new ApiError('username-taken');
    await tx.query({ text: `delete from held_usernames where username_key = $1`, values: [usernameKey(username)] });
    if (former === null) return;
    await tx.query({
      text: `insert into held_usernames (username_key, username_skeleton, account_id, held_until)
             values ($1, $2, $3, now() + ${HELD})
             on conflict (username_key) do update
               set account_id = excluded.account_id, username_skeleton = excluded.username_skeleton,
                 held_until = excluded.held_until`,
      values: [usernameKey(former), usernameSkeleton(former), id],
    });
  }

  /** Deletes one batch of expired holds and returns its size. */
  async sweep(): Promise<number> {
    const rows = await this.database.query({
      name: 'auth-sweep-held-usernames',
      text: `delete from held_usernames where username_key in
               (select username_key from held_usernames where held_until < now() limit $1 for update skip locked)
             returning 1`,
      values: [SWEEP_BATCH],
    });
    return rows.length;
  }
}
