import { Injectable } from '@nestjs/common';
import { personModerated, type EventData } from '@inkling/contracts';
import { LAST_VERSION, OnEvent, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import { SOMEONE } from '../projections/profile-projection.js';
import type { Tables } from '../tables.js';

/** Until when people are suspended; they get no push but the notice of the suspension (docs/product.md#push). */
@Injectable()
export class ModeratedPeople {
  /** The row of a deleted person is a tombstone and stays as it is. */
  @OnEvent(personModerated)
  async onModerated(
    { userId, suspended, version }: EventData<typeof personModerated>,
    { kysely }: Transaction<Tables>,
  ): Promise<void> {
    const until = suspended ? sql<Date>`${suspended.until ?? 'infinity'}::timestamptz` : null;
    const state = { suspended_until: until, moderation_version: version };
    await kysely
      .insertInto('profiles')
      // Version 0 is older than any profile, which may arrive later.
      .values({ user_id: userId, name: SOMEONE, version: 0, ...state })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet(state)
          .where('profiles.moderation_version', '<', version)
          .where('profiles.version', '<', LAST_VERSION),
      )
      .execute();
  }
}
