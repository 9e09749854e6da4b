import { Injectable } from '@nestjs/common';
import { Database, NOW, fromNow, type Claimed } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';
import type { QueuedMail } from './queued-mail.js';

/** Longer than any sending takes. After it, another process sends what a killed one had claimed. */
const LEASE_END = fromNow(90_000);
/** After this time, an attempt is the last. */
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
  constructor(private readonly database: Database<Tables>) {}

  async claim(limit: number): Promise<Claimed<ClaimedMail>> {
    const claimed = await this.database.kysely
      // Materialized: as the inner side of a nested loop, the part with the limit would run repeatedly and claim more.
      .with(
        (cte) => cte('due').materialized(),
        (kysely) =>
          kysely
            .selectFrom('mail_queue')
            .select('id')
            .where('status', '=', 'waiting')
            .where('due_at', '<=', NOW)
            .orderBy('due_at')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
      )
      .updateTable('mail_queue as m')
      .from('due')
      .set(({ eb }) => ({ due_at: LEASE_END, attempts: eb('m.attempts', '+', 1) }))
      .whereRef('m.id', '=', 'due.id')
      .returning(['m.id', 'm.message_id as messageId', 'm.attempts'])
      // Read as one JSON value, so that the type keeps each template with its content.
      .returning(sql<QueuedMail>`jsonb_build_object('template', m.template, 'content', m.content)`.as('mail'))
      .returning(sql<boolean>`m.created_at < now() - interval '${sql.raw(GIVE_UP)}'`.as('last'))
      .execute();
    const rows = claimed.map(({ mail, ...row }) => ({ ...row, ...mail }));
    return { rows, more: rows.length === limit };
  }

  async finish(id: number, status: 'sent' | 'logged' | 'failed'): Promise<void> {
    await this.database.kysely
      .updateTable('mail_queue')
      .set({ status, content: null, finished_at: NOW })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .execute();
  }

  async retry(id: number, delayMs: number): Promise<void> {
    await this.database.kysely
      .updateTable('mail_queue')
      .set({ due_at: fromNow(delayMs) })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .execute();
  }
}
