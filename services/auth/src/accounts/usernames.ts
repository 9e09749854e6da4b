import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, Database, type Transaction } from '@inkling/platform';
import { AuthConfig } from '../config.js';
import type { AccountEntity } from './account.entity.js';
import { RESERVED_USERNAMES } from './reserved-usernames.js';
import { strictKey, usernameKey, usernameSkeleton } from './username-keys.js';

/** How long a username that was given up is held for its former owner, since links and mentions still point there. */
const HELD = `interval '30 days'`;
const SWEEP_BATCH = 1_000;

/** Decides which usernames are available: those neither reserved nor held for somebody else. */
@Injectable()
export class Usernames {
  private readonly reserved: ReadonlySet<string>;

  constructor(
    @Inject(CONFIG) config: AuthConfig,
    private readonly database: Database,
  ) {
    this.reserved = new Set([...RESERVED_USERNAMES, ...config.RESERVED_USERNAMES].map(strictKey));
  }

  /**
   * Before `username` takes the place of `former`. Throws `username-taken` for a reserved one; one's own stays one's
   * own.
   */
  assertAllowed(username: string, former: string | null): void {
    if (former !== null && usernameKey(former) === usernameKey(username)) return;
    if (this.reserved.has(strictKey(username))) throw new ApiError('username-taken');
  }

  /**
   * After `tx` has written the account's new username: holds the former one, and takes the new one out of what is held.
   * The unique key has made this transaction wait for the one that gave the name up, so this one sees that hold. Throws
   * `username-taken` where it, or one that looks like it, is held for somebody else.
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
               set account_id = excluded.account_id, username_skeleton = excluded.username_skeleton, held_until = excluded.held_until`,
      values: [usernameKey(former), usernameSkeleton(former), id],
    });
  }

  /** Forgets holds that are over, one batch; answers how many. */
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
