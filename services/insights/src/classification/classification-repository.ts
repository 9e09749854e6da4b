import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { pollClassified } from '@inkling/contracts';
import { Database, RIGHT_NOW } from '@inkling/platform';
import { sql, type NotNull } from 'kysely';
import type { PollWording } from '../polls/poll-lookup.js';
import { lockPoll } from '../polls/poll-projection.js';
import type { Tables } from '../tables.js';
import type { Classification } from './classification.js';

export interface QueuedPoll extends PollWording {
  readonly pollId: number;
  /** Identifies the claim. A worker whose lease has run out no longer owns the poll. */
  readonly token: string;
  readonly attempts: number;
}

/** The lease of a claimed poll. Longer than the timeouts of a classification. */
const LEASE = sql`interval '60 seconds'`;

/** The queue of polls to classify, and their classifications. */
@Injectable()
export class ClassificationRepository {
  constructor(private readonly database: Database<Tables>) {}

  /** Claims the polls that have waited longest. */
  async claim(limit: number): Promise<QueuedPoll[]> {
    const token = randomUUID();
    const claimed = await this.database.kysely
      // Materialized, because a plan that ran the subquery twice would claim more than the limit.
      .with(
        (cte) => cte('due').materialized(),
        (db) =>
          db
            .selectFrom('classification_queue')
            .select('poll_id')
            .where('taken_until', '<', RIGHT_NOW)
            .orderBy('queued_at')
            .orderBy('poll_id')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
      )
      .updateTable('classification_queue as q')
      .from(['due', 'polls as p'])
      .set((queued) => ({
        token,
        taken_until: sql<Date>`clock_timestamp() + ${LEASE}`,
        attempts: queued('q.attempts', '+', 1),
      }))
      .whereRef('q.poll_id', '=', 'due.poll_id')
      .whereRef('p.poll_id', '=', 'due.poll_id')
      .where('p.question', 'is not', null)
      .returning(['q.poll_id as pollId', 'p.question', 'p.options', 'q.attempts'])
      .$narrowType<{ question: NotNull }>()
      .execute();
    return claimed.map((poll) => ({ ...poll, token }));
  }

  /** Stores and publishes the classification. False if the poll is deleted or the claim was lost. */
  finish({ pollId, token }: QueuedPoll, classification: Classification): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const poll = await lockPoll(tx.kysely, pollId);
      const owned = await tx.kysely
        .deleteFrom('classification_queue')
        .where('poll_id', '=', pollId)
        .where('token', '=', token)
        .returning('poll_id')
        .executeTakeFirst();
      if (!poll || poll.deleted || !owned) return false;
      const { classifier, ...labels } = classification;
      const { version } = await tx.kysely
        .insertInto('classifications')
        .values({ poll_id: pollId, labels, classifier, version: 1 })
        .onConflict((conflict) =>
          conflict
            .column('poll_id')
            .doUpdateSet((stored) => ({ labels, classifier, version: stored('classifications.version', '+', 1) })),
        )
        .returning('version')
        .executeTakeFirstOrThrow();
      await tx.publish(pollClassified, { pollId, ...classification, version });
      return true;
    });
  }

  /** Returns a poll to the queue without counting the attempt. */
  async release({ pollId, token }: QueuedPoll): Promise<void> {
    await this.database.kysely
      .updateTable('classification_queue')
      .set((queued) => ({ taken_until: sql<Date>`'-infinity'`, attempts: queued('attempts', '-', 1) }))
      .where('poll_id', '=', pollId)
      .where('token', '=', token)
      .execute();
  }

  /** Removes a poll from the queue without labels. */
  async drop({ pollId, token }: QueuedPoll): Promise<void> {
    await this.database.kysely
      .deleteFrom('classification_queue')
      .where('poll_id', '=', pollId)
      .where('token', '=', token)
      .execute();
  }
}
