import { Injectable } from '@nestjs/common';
import { OnEvent, type Transaction } from '@inkling/platform';
import { profileUpdated, type EventData } from '@inkling/contracts';

/** Public profiles as auth last announced them; an older version never overwrites a newer one. */
@Injectable()
export class ProfileProjection {
  /**
   * Notices carry the profile of their time. A change of one that they can carry, complete with its username, is
   * written down a second time, where the list looks for changes; so it shows at once, however many notices name this
   * user.
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
      text: `insert into profiles (user_id, name, username, profile_picture, version, verified) values ($1, $2, $3, $4, $5, coalesce($6, false))
             on conflict do nothing returning 1`,
      values,
    });
    if (added.length > 0) return;
    // The lock is what makes `before` the version that is overwritten, also when two are taken in at once.
    await tx.query({
      text: `with before as materialized (
               select * from profiles where user_id = $1 and version < $5 for update
             ), stored as (
               update profiles p set name = $2, username = $3, profile_picture = $4, version = $5, verified = coalesce($6, p.verified)
               from before b where p.user_id = b.user_id
               returning p.*, b.username is not null and (b.name, b.username, b.profile_picture) is distinct from (p.name, p.username, p.profile_picture) as shows
             )
             insert into profile_changes as c (user_id, name, username, profile_picture, version)
             select user_id, name, username, profile_picture, version from stored where shows
             on conflict (user_id) do update set name = excluded.name, username = excluded.username,
               profile_picture = excluded.profile_picture, version = excluded.version, changed_at = now()`,
      values,
    });
  }
}
