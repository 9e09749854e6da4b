import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { pollEnded } from '@inkling/contracts';
import { CONFIG, Database, PeriodicTask } from '@inkling/platform';
import type { PollsConfig } from '../config.js';
import { DUE_ENDS, LOCK_TALLIES, TAKE_ENDS, type TakenEnd } from './ends.sql.js';

/** Ends announced in one transaction. */
const BATCH = 100;

/**
 * Announces every poll's end once. One transaction removes the due end from its table and writes the event, so neither
 * a restart nor a second replica loses or repeats one.
 */
@Injectable()
export class EndAnnouncer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #task: PeriodicTask;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) config: PollsConfig,
  ) {
    this.#task = new PeriodicTask({
      name: 'Announcing ended polls',
      everyMs: config.POLL_END_SWEEP_MS,
      run: (stopping) => this.#announceAll(stopping),
    });
  }

  onApplicationBootstrap(): void {
    this.#task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#task.stop();
  }

  /** Announces what is due. Resolves when done, or when a failure left the rest to the next sweep. */
  sweep(): Promise<void> {
    return this.#task.run();
  }

  async #announceAll(stopping: AbortSignal): Promise<void> {
    let taken = BATCH;
    // A batch may be smaller although more is due, because another replica took a part.
    while (taken > 0 && !stopping.aborted) taken = await this.#announceBatch();
  }

  /** Returns the number of ends taken. */
  #announceBatch(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const due = (await tx.query<{ poll_id: string }>({ text: DUE_ENDS, values: [BATCH] })).map((row) => row.poll_id);
      if (due.length === 0) return 0;
      await tx.query({ text: LOCK_TALLIES, values: [due] });
      const rows = await tx.query<TakenEnd>({ text: TAKE_ENDS, values: [due] });
      for (const row of rows) {
        if (row.author_id === null || row.votes_count === null) continue;
        await tx.publish(pollEnded, {
          pollId: Number(row.poll_id),
          authorId: Number(row.author_id),
          question: row.question,
          endDate: row.end_date,
          votesCount: row.votes_count,
        });
      }
      return rows.length;
    });
  }
}
