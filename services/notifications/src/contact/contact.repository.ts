import { Injectable } from '@nestjs/common';
import { networkShares, type NetworkShare, type Transaction } from '@inkling/platform';
import type { ContactBody } from '@inkling/contracts';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.js';

const WINDOW = '1 hour';

/** A row counts the messages of one hour, which begins with the first of them. */
export const EXPIRED_LIMITS = { table: 'contact_limits', where: `started_at < now() - interval '${WINDOW}'` };

@Injectable()
export class ContactRepository {
  /**
   * Counts a message for this address's network and the IPv6 block around it.
   * @returns seconds to wait when there were too many, else 0. The caller must then roll back, because the message may
   *   have been counted for one of the two
   */
  async count({ kysely }: Transaction<Tables>, ip: string, most: number): Promise<number> {
    for (const share of networkShares(ip, most)) {
      const wait = await this.#countIn(kysely, share);
      if (wait > 0) return wait;
    }
    return 0;
  }

  async #countIn(kysely: Kysely<Tables>, { key: network, most }: NetworkShare): Promise<number> {
    const over = sql<boolean>`contact_limits.started_at <= now() - ${WINDOW}::interval`;
    const counted = await kysely
      .insertInto('contact_limits')
      .values({ network })
      .onConflict((conflict) =>
        conflict
          .column('network')
          .doUpdateSet({
            sent: sql<number>`case when ${over} then 1 else contact_limits.sent + 1 end`,
            started_at: sql<Date>`case when ${over} then now() else contact_limits.started_at end`,
          })
          .where((eb) => eb.or([over, eb('contact_limits.sent', '<', most)])),
      )
      .executeTakeFirstOrThrow();
    if (counted.numInsertedOrUpdatedRows === 1n) return 0;
    const limit = await kysely
      .selectFrom('contact_limits')
      .select(sql<number>`ceil(extract(epoch from started_at + ${WINDOW}::interval - now()))::int`.as('wait'))
      .where('network', '=', network)
      .executeTakeFirst();
    return Math.max(1, limit?.wait ?? 1);
  }

  async insert(
    { kysely }: Transaction<Tables>,
    userId: number | null,
    { firstName, lastName, email, message }: ContactBody,
  ): Promise<void> {
    await kysely
      .insertInto('contact_messages')
      .values({ user_id: userId, first_name: firstName, last_name: lastName, email, message })
      .execute();
  }
}
