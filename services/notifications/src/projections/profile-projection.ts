import { Injectable } from '@nestjs/common';
import { Database, NOW, OnEvent, type Transaction } from '@inkling/platform';
import { profileUpdated, type EventData } from '@inkling/contracts';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** Name shown for a user whose profile has not arrived. */
export const SOMEONE = 'Someone';

/** Public profiles as auth last announced them; an older version never overwrites a newer one. */
@Injectable()
export class ProfileProjection {
  constructor(private readonly database: Database<Tables>) {}

  /**
   * Notifications carry a copy of the profile from when they were written. A change to a profile that they may carry
   * (one with a username) is also stored in `profile_changes`, where the list looks it up. So it shows at once, however
   * many notifications name this user.
   */
  @OnEvent(profileUpdated)
  async onProfile(
    { userId, name, username, profilePicture, version, emailVerified }: EventData<typeof profileUpdated>,
    { kysely }: Transaction<Tables>,
  ): Promise<void> {
    const profile = { name, username, profile_picture: profilePicture, version };
    const added = await kysely
      .insertInto('profiles')
      .values({ user_id: userId, ...profile, verified: emailVerified ?? false })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (added.numInsertedOrUpdatedRows === 1n) return;
    // The lock makes sure that `before` is the version that is overwritten, also when two updates run at once.
    const before = await kysely
      .selectFrom('profiles')
      .select(['name', 'username', 'profile_picture', 'verified'])
      .where('user_id', '=', userId)
      .where('version', '<', version)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return;
    await kysely
      .updateTable('profiles')
      .set({ ...profile, verified: emailVerified ?? before.verified })
      .where('user_id', '=', userId)
      .execute();
    const same = before.name === name && before.username === username && before.profile_picture === profilePicture;
    if (before.username !== null && !same) await this.#storeChange(kysely, userId, profile);
  }

  async #storeChange(
    kysely: Kysely<Tables>,
    userId: number,
    profile: { name: string; username: string | null; profile_picture: string | null; version: number },
  ): Promise<void> {
    const changed = { ...profile, changed_at: NOW };
    await kysely
      .insertInto('profile_changes')
      .values({ user_id: userId, ...changed })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
      .execute();
  }

  /** Names by user id, of the users whose profile has arrived. */
  async names(kysely: Kysely<Tables>, userIds: readonly number[]): Promise<Map<number, string>> {
    if (userIds.length === 0) return new Map();
    const profiles = await kysely
      .selectFrom('profiles')
      .select(['user_id', 'name'])
      .where('user_id', 'in', userIds)
      .execute();
    return new Map(profiles.map((profile) => [profile.user_id, profile.name]));
  }

  async nameOf(kysely: Kysely<Tables>, userId: number | null): Promise<string> {
    return userId === null ? SOMEONE : ((await this.names(kysely, [userId])).get(userId) ?? SOMEONE);
  }

  async isKnown(userId: number): Promise<boolean> {
    return (await this.names(this.database.kysely, [userId])).size > 0;
  }
}
