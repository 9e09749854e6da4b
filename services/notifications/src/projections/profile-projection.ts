import { Injectable } from '@nestjs/common';
import { Database, OnEvent, type Transaction } from '@inkling/platform';
import { profileUpdated, type EventData } from '@inkling/contracts';

/** Name shown for a user whose profile has not arrived. */
export const SOMEONE = 'Someone';

/** Public profiles as auth last announced them; an older version never overwrites a newer one. */
@Injectable()
export class ProfileProjection {
  constructor(private readonly database: Database) {}

  /**
   * Notifications carry a copy of the profile from when they were written. A change to a profile that they may carry
   * (one with a username) is also stored in `profile_changes`, where the list looks it up. So it shows at once, however
   * many notifications name this user.
   */
  @OnEvent(profileUpdated)
  async onProfile(profile: EventData<typeof profileUpdated>, tx: Transaction): Promise<void> {
    const values = [
      profile.userId,
      profile.name,
      profile.username,
      profile.profilePicture,
      profile.version,
      profile.emailVerified ?? null,
    ];
    const added = await tx.query({
      text: `
        insert into profiles (user_id, name, username, profile_picture, version, verified)
        values ($1, $2, $3, $4, $5, coalesce($6, false))
        on conflict do nothing returning 1`,
      values,
    });
    if (added.length > 0) return;
    // The lock makes sure that `before` is the version that is overwritten, also when two updates run at once.
    await tx.query({
      text: `
        with before as materialized (
          select * from profiles where user_id = $1 and version < $5 for update
        ), stored as (
          update profiles p
          set name = $2, username = $3, profile_picture = $4, version = $5, verified = coalesce($6, p.verified)
          from before b where p.user_id = b.user_id
          returning p.*, b.username is not null and (b.name, b.username, b.profile_picture)
            is distinct from (p.name, p.username, p.profile_picture) as shows
        )
        insert into profile_changes as c (user_id, name, username, profile_picture, version)
        select user_id, name, username, profile_picture, version from stored where shows
        on conflict (user_id) do update set name = excluded.name, username = excluded.username,
          profile_picture = excluded.profile_picture, version = excluded.version, changed_at = now()`,
      values,
    });
  }

  /** Names by user id, of the users whose profile has arrived. */
  async names(tx: Pick<Transaction, 'query'>, userIds: readonly number[]): Promise<Map<number, string>> {
    const rows = await tx.query<{ id: number; name: string }>({
      text: 'select user_id::float8 as id, name from profiles where user_id = any($1::bigint[])',
      values: [userIds],
    });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async nameOf(tx: Pick<Transaction, 'query'>, userId: number | null): Promise<string> {
    return userId === null ? SOMEONE : ((await this.names(tx, [userId])).get(userId) ?? SOMEONE);
  }

  async isKnown(userId: number): Promise<boolean> {
    return (await this.names(this.database, [userId])).size > 0;
  }
}
