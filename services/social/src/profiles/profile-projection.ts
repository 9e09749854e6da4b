import { Injectable } from '@nestjs/common';
import { OnEvent, type Transaction } from '@inkling/platform';
import { profileUpdated, type EventData } from '@inkling/contracts';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** A profile as auth knows it. */
export type KnownProfile = Pick<
  EventData<typeof profileUpdated>,
  'userId' | 'name' | 'username' | 'profilePicture' | 'hasCompletedProfile' | 'version'
>;

/** Stores a profile unless a newer one is there. */
export async function storeProfile(
  kysely: Kysely<Tables>,
  { userId, name, username, profilePicture, hasCompletedProfile, version }: KnownProfile,
): Promise<void> {
  const profile = { name, username, profile_picture: profilePicture, completed: hasCompletedProfile, version };
  await kysely
    .insertInto('profiles')
    .values({ user_id: userId, ...profile })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile).where('profiles.version', '<', version))
    .execute();
}

/** Public profiles as auth last announced them; an older version never overwrites a newer one. */
@Injectable()
export class ProfileProjection {
  @OnEvent(profileUpdated)
  async onProfile(profile: EventData<typeof profileUpdated>, tx: Transaction<Tables>): Promise<void> {
    await storeProfile(tx.kysely, profile);
  }
}
