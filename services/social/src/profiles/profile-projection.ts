import { Injectable } from '@nestjs/common';
import { OnEvent, type Transaction } from '@inkling/platform';
import { profileUpdated, type EventData } from '@inkling/contracts';

/** Public profiles as auth last announced them; an older version never overwrites a newer one. */
@Injectable()
export class ProfileProjection {
  @OnEvent(profileUpdated)
  async onProfile(profile: EventData<typeof profileUpdated>, tx: Transaction): Promise<void> {
    await tx.query({
      text: `insert into profiles as p (user_id, name, username, profile_picture, version) values ($1, $2, $3, $4, $5)
             on conflict (user_id) do update set name = excluded.name, username = excluded.username,
               profile_picture = excluded.profile_picture, version = excluded.version
             where p.version < excluded.version`,
      values: [profile.userId, profile.name, profile.username, profile.profilePicture, profile.version],
    });
  }
}
