import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { pollEnded } from '@inkling/contracts';
import { CONFIG, Database, isConnectionFailure } from '@inkling/platform';
import type { PollsConfig } from '../config.js';
import { instantSql } from '../polls/poll-text.js';

/** Ends announced in one transaction. */
const BATCH = 100;

// A moment after the end, so that votes which came before it are under way by now.
const DUE = `select poll_id from due_ends where end_date <= now() - interval '1 second' order by end_date limit ${BATCH}`;

// Votes under way hold the tallies, which come before the ends as they do when a poll is deleted.
const LOCK_TALLIES = 'select 1 from poll_counters where poll_id = any($1::bigint[]) order by poll_id for share';

// After the locks, so that all those votes are counted. Rows that another replica is announcing are left to it.
const TAKE = `
  with due as materialized (
    select d.poll_id from due_ends d where d.poll_id = any($1::bigint[]) for update skip locked
  ), taken as (
    delete from due_ends d using due where d.poll_id = due.poll_id returning d.poll_id
  )
  select t.poll_id, p.author_id, p.question, ${instantSql('p.end_date')} as end_date, c.votes_count
  from taken t left join polls p on p.id = t.poll_id and p.deleted_at is null left join poll_counters c on c.poll_id = p.id`;

interface DueRow {
  poll_id: string;
  /** The rest is null for a poll that has been deleted. */
  author_id: string | null;
  question: string;
  end_date: string;
  votes_count: number | null;
}

/**
 * Announces every poll's end once: a due end is taken out of its table and its event is written in one transaction, so
 * that neither a restart nor a second replica loses or repeats one.
 */
@Injectable()
export class EndAnnouncer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(EndAnnouncer.name);
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | undefined;
  #stopped = false;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: PollsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.sweep(), this.config.POLL_END_SWEEP_MS);
    this.#timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  /** Announces what is due; resolves when that is done, or left to the next time. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#announceAll().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  async #announceAll(): Promise<void> {
    try {
      let taken = BATCH;
      // Of a batch, another replica may have taken a part.
      while (taken > 0 && !this.#stopped) taken = await this.#announceBatch();
    } catch (error) {
      if (isConnectionFailure(error)) this.#logger.warn('Ended polls cannot be announced now; the next time does it');
      else this.#logger.error('Ended polls could not be announced', error);
    }
  }

  #announceBatch(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const due = (await tx.query<{ poll_id: string }>({ text: DUE })).map((row) => row.poll_id);
      if (due.length === 0) return 0;
      await tx.query({ text: LOCK_TALLIES, values: [due] });
      const rows = await tx.query<DueRow>({ text: TAKE, values: [due] });
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
