import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DELETED_USER_ID } from '@inkling/contracts';
import { ApiError, CONFIG, NOW, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import { SettingsProjection } from '../instance/settings-projection.js';
import { AuthConfig } from '../config.js';
import type { Tables } from '../tables.js';
import type { AccountEntity } from './account.entity.js';
import { RESERVED_USERNAMES } from './reserved-usernames.js';
import { strictKey, usernameKey, usernameSkeleton } from './username-keys.js';

/** How long a released username is held for its former owner, because links and mentions still point to it. */
const UNTIL = sql<Date>`now() + interval '30 days'`;

/** Decides which usernames are available: those that are neither reserved nor held for somebody else. */
@Injectable()
export class Usernames {
  readonly #reserved: ReadonlySet<string>;

  readonly #secret: string;

  constructor(
    @Inject(CONFIG) config: AuthConfig,
    private readonly settings: SettingsProjection,
  ) {
    this.#secret = config.SESSION_SECRET;
    this.#reserved = new Set([...RESERVED_USERNAMES, ...config.RESERVED_USERNAMES].map(strictKey));
  }

  /** Throws `username-taken` if `username` is reserved, unless `former` is the same username. */
  async assertAllowed(tx: Transaction<Tables>, username: string, former: string | null): Promise<void> {
    if (former !== null && usernameKey(former) === usernameKey(username)) return;
    const { reservedNames } = await this.settings.read(tx);
    const key = strictKey(username);
    if (this.#reserved.has(key) || reservedNames.some((name) => strictKey(name) === key))
      throw new ApiError('username-taken');
  }

  /**
   * Call it after `tx` has written the account's new username. It holds the former username and ends the hold on the
   * new one. The unique key has made this transaction wait for the one that released the username, so its hold is
   * visible here. Throws `username-taken` if the username, or one that looks like it, is held for somebody else.
   */
  async change(tx: Transaction<Tables>, { id, username }: AccountEntity, former: string | null): Promise<void> {
    if (username === null || (former !== null && usernameKey(former) === usernameKey(username))) return;
    const [key, skeleton] = [usernameKey(username), usernameSkeleton(username)];
    const held = await tx.kysely
      .selectFrom('held_usernames')
      .select('username_key')
      .where((is) =>
        is.or([
          is('username_key', 'in', [key, this.#veiled(key)]),
          is('username_skeleton', 'in', [skeleton, this.#veiled(skeleton)]),
        ]),
      )
      .where('account_id', '<>', id)
      .where('held_until', '>', NOW)
      .limit(1)
      .executeTakeFirst();
    if (held) throw new ApiError('username-taken');
    await tx.kysely.deleteFrom('held_usernames').where('username_key', '=', key).execute();
    if (former === null) return;
    const hold = {
      username_skeleton: usernameSkeleton(former),
      account_id: id,
      held_until: UNTIL,
    };
    await tx.kysely
      .insertInto('held_usernames')
      .values({ username_key: usernameKey(former), ...hold })
      .onConflict((conflict) => conflict.column('username_key').doUpdateSet(hold))
      .execute();
  }

  /**
   * Holds the username of an account that is being deleted, so that nobody can pass for its owner. What is stored does
   * not tell the name. Also hides the names that the person gave up before.
   */
  async holdForNobody(tx: Transaction<Tables>, { id, username }: AccountEntity): Promise<void> {
    const former = await tx.kysely
      .deleteFrom('held_usernames')
      .where('account_id', '=', id)
      .returning(['username_key', 'username_skeleton', 'held_until'])
      .execute();
    const own =
      username === null
        ? []
        : [{ username_key: usernameKey(username), username_skeleton: usernameSkeleton(username), held_until: UNTIL }];
    for (const hold of [...former, ...own]) {
      const veiled = {
        username_skeleton: this.#veiled(hold.username_skeleton),
        account_id: DELETED_USER_ID,
        held_until: hold.held_until,
      };
      await tx.kysely
        .insertInto('held_usernames')
        .values({ username_key: this.#veiled(hold.username_key), ...veiled })
        .onConflict((conflict) => conflict.column('username_key').doUpdateSet(veiled))
        .execute();
    }
  }

  /** Cannot be a username, and without the server's secret nobody can tell which one it stands for. */
  #veiled(key: string): string {
    return `hmac:${createHmac('sha256', this.#secret).update(key).digest('hex')}`;
  }
}
