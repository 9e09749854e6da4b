import { Injectable } from '@nestjs/common';
import { Database, type Claimed } from '@inkling/platform';
import type { QueuedMail } from './queued-mail.js';

/** Longer than any sending takes. After it, another process sends what a killed one had taken. */
const LEASE = '90 seconds';
const GIVE_UP = '1 day';

export const FINISHED_LONG_AGO = {
  table: 'mail_queue',
  where: `status <> 'waiting' and finished_at < now() - interval '30 days'`,
};

export type ClaimedMail = QueuedMail & {
  readonly id: number;
  readonly messageId: string;
  /** Attempts made, including this one. */
  readonly attempts: number;
  /** True when the mail is so old that this attempt is the last. */
  readonly last: boolean;
};

/** The table `mail_queue`. A finished row keeps only its template and dates. */
@Injectable()
export class MailQueueRepository {
  constructor(private readonly database: Database) {}

  async claim(limit: number): Promise<Claimed<ClaimedMail>> {
    const rows = await this.database.query<ClaimedMail>({
      name: 'mail-take',
      // Materialized: as the inner side of a nested loop, the part with the limit would run repeatedly and take more.
      text: `
        with t as materialized (
          select id from mail_queue where status = 'waiting' and due_at <= now()
          order by due_at limit $1 for update skip locked
        )
        update mail_queue m set due_at = now() + interval '${LEASE}', attempts = attempts + 1 from t where m.id = t.id
        returning m.id::float8 as id, template, content, message_id as "messageId", attempts,
          created_at < now() - interval '${GIVE_UP}' as last`,
      values: [limit],
    });
    return { rows, more: rows.length === limit };
  }

  async finish(id: number, status: 'sent' | 'logged' | 'failed'): Promise<void> {
    await this.database.query({
      name: 'mail-finish',
      text: `
        update mail_queue set status = $2, content = null, finished_at = now() where id = $1 and status = 'waiting'`,
      values: [id, status],
    });
  }

  async retry(id: number, delayMs: number): Promise<void> {
    await this.database.query({
      name: 'mail-later',
      text: `
        update mail_queue set due_at = now() + $2::float8 * interval '1 millisecond'
        where id = $1 and status = 'waiting'`,
      values: [id, delayMs],
    });
  }
}
