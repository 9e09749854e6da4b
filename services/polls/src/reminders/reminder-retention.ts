import { Injectable } from '@nestjs/common';
import { Database, PeriodicWorker, deleteInBatches } from '@inkling/platform';
import type { Tables } from '../tables.js';

const EVERY_MS = 24 * 3_600_000;
/** A service that has just started has more urgent work. */
const FIRST_MS = 10 * 60_000;
/** Of polls whose end was announced 30 days ago or earlier. The end of a hidden poll is announced when it returns. */
const SERVED = `exists (
  select from polls p
  where p.id = reminders.poll_id and p.end_date < now() - interval '30 days' and p.deleted_at is null
    and not exists (select from due_ends d where d.poll_id = p.id)
)`;

/** Once a day, deletes reminders that have served their purpose (ADR 13). */
@Injectable()
export class ReminderRetention extends PeriodicWorker {
  constructor(private readonly database: Database<Tables>) {
    super({
      name: 'Removing reminders of polls that have ended',
      everyMs: EVERY_MS,
      firstMs: FIRST_MS,
      jitter: 0.2,
    });
  }

  protected work(stopping: AbortSignal) {
    return deleteInBatches(this.database, { table: 'reminders', where: SERVED, stopping });
  }
}
