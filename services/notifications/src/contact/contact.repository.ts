import { Injectable } from '@nestjs/common';
import { networkShares, type NetworkShare, type Transaction } from '@inkling/platform';
import type { ContactBody } from '@inkling/contracts';

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
  async count(tx: Transaction, ip: string, most: number): Promise<number> {
    for (const share of networkShares(ip, most)) {
      const wait = await this.#countIn(tx, share);
      if (wait > 0) return wait;
    }
    return 0;
  }

  async #countIn(tx: Transaction, { key: network, most }: NetworkShare): Promise<number> {
    const over = `l.started_at <= now() - interval '${WINDOW}'`;
    const counted = await tx.query({
      text: `
        insert into contact_limits as l (network) values ($1)
        on conflict (network) do update set sent = case when ${over} then 1 else l.sent + 1 end,
          started_at = case when ${over} then now() else l.started_at end
        where ${over} or l.sent < $2 returning 1`,
      values: [network, most],
    });
    if (counted.length > 0) return 0;
    const rows = await tx.query<{ wait: number }>({
      text: `
        select ceil(extract(epoch from started_at + interval '${WINDOW}' - now()))::int as wait
        from contact_limits where network = $1`,
      values: [network],
    });
    return Math.max(1, rows[0]?.wait ?? 1);
  }

  async insert(
    tx: Transaction,
    userId: number | null,
    { firstName, lastName, email, message }: ContactBody,
  ): Promise<void> {
    await tx.query({
      text: 'insert into contact_messages (user_id, first_name, last_name, email, message) values ($1, $2, $3, $4, $5)',
      values: [userId, firstName, lastName, email, message],
    });
  }
}
