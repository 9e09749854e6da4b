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
export async function storeProfile(kysely: Kysely<Tables>, profile: KnownProfile): Promise<void> {
  await kysely
    .insertInto('profiles')
    .values({
      user_id: profile.userId,
      name: profile.name,
      username: profile.username,
      profile_picture: profile.profilePicture,
      completed: profile.hasCompletedProfile,
      version: profile.version,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          username: eb.ref('excluded.username'),
          profile_picture: eb.ref('excluded.profile_picture'),
          completed: eb.ref('excluded.completed'),
          version: eb.ref('excluded.version'),
        }))
        .whereRef('profiles.version', '<', 'excluded.version'),
    )
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
