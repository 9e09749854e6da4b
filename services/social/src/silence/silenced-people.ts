import { Injectable } from '@nestjs/common';
import { personModerated, type EventData } from '@inkling/contracts';
import { Database, OnEvent, purgedAmong, type Transaction } from '@inkling/platform';
import { FeaturedService } from '../featured/featured.service.js';
import type { Tables } from '../tables.js';

/** Silenced people, from community's events: the strip 'Recent Polls' shows them only to followers. */
@Injectable()
export class SilencedPeople {
  constructor(
    private readonly database: Database<Tables>,
    private readonly featured: FeaturedService,
  ) {}

  /** Commits on its own, so that the strip is read again afterwards. */
  @OnEvent(personModerated)
  async onModerated(decision: EventData<typeof personModerated>): Promise<void> {
    await this.database.transaction((tx) => this.#store(tx, decision));
    this.featured.forget();
  }

  async #store(
    tx: Transaction<Tables>,
    { userId, silenced, version }: EventData<typeof personModerated>,
  ): Promise<void> {
    if ((await purgedAmong(tx, [userId])).size > 0) return;
    await tx.kysely
      .insertInto('silenced_people')
      .values({ user_id: userId, silenced, version })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ silenced, version }).where('silenced_people.version', '<', version),
      )
      .execute();
  }
}
