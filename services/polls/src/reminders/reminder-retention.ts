import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, PeriodicTask, deleteInBatches } from '@inkling/platform';
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
export class ReminderRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #task = new PeriodicTask({
    name: 'Removing reminders of polls that have ended',
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    jitter: 0.2,
    run: (stopping) => deleteInBatches(this.database, { table: 'reminders', where: SERVED, stopping }),
  });

  constructor(private readonly database: Database<Tables>) {}

  onApplicationBootstrap(): void {
    this.#task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#task.stop();
  }

  /** Runs now. Never rejects: the next run makes up for a failure. */
  sweep(): Promise<void> {
    return this.#task.run();
  }
}
