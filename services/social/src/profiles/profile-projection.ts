import { Injectable } from '@nestjs/common';
import { OnEvent, type Sql, type Transaction } from '@inkling/platform';
import { profileUpdated, type EventData } from '@inkling/contracts';

/** A profile as auth knows it. */
export type Profile = Pick<
  EventData<typeof profileUpdated>,
  'userId' | 'name' | 'username' | 'profilePicture' | 'hasCompletedProfile' | 'version'
>;

/** Stores a profile unless a newer one is there. */
export const storeProfile = (profile: Profile): Sql => ({
  text: `insert into profiles as p (user_id, name, username, profile_picture, completed, version) values ($1, $2, $3, $4, $5, $6)
         on conflict (user_id) do update set name = excluded.name, username = excluded.username,
           profile_picture = excluded.profile_picture, completed = excluded.completed, version = excluded.version
         where p.version < excluded.version`,
  values: [
    profile.userId,
    profile.name,
    profile.username,
    profile.profilePicture,
    profile.hasCompletedProfile,
    profile.version,
  ],
});

/** Public profiles as auth last announced them; an older version never overwrites a newer one. */
@Injectable()
export class ProfileProjection {
  @OnEvent(profileUpdated)
  async onProfile(profile: EventData<typeof profileUpdated>, tx: Transaction): Promise<void> {
    await tx.query(storeProfile(profile));
  }
}
