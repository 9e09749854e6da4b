import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { pollClassified } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import type { PollText } from '../polls/poll-lookup.js';
import type { Classification } from './classification.js';

export interface QueuedPoll extends PollText {
  readonly pollId: number;
  /** Identifies the claim. A worker whose lease has run out no longer owns the poll. */
  readonly token: string;
  readonly attempts: number;
}

/** The lease of a claimed poll. Longer than the timeouts of a classification. */
const LEASE = '60 seconds';

/** The queue of polls to classify, and their classifications. */
@Injectable()
export class ClassificationRepository {
  constructor(private readonly database: Database) {}

  /** Claims the polls that have waited longest. */
  async claim(limit: number): Promise<QueuedPoll[]> {
    const token = randomUUID();
    const rows = await this.database.query<{ poll_id: string; question: string; options: string[]; attempts: number }>({
      name: 'classification-claim',
      // Materialized, because a plan that ran the subquery twice would claim more than the limit.
      text: `with due as materialized (
               select poll_id from classification_queue where taken_until < clock_timestamp()
               order by queued_at, poll_id limit $2 for update skip locked
             )
             update classification_queue q
             set token = $1, taken_until = clock_timestamp() + interval '${LEASE}', attempts = q.attempts + 1
             from due, polls p
             where q.poll_id = due.poll_id and p.poll_id = due.poll_id and not p.deleted
             returning q.poll_id, p.question, p.options, q.attempts`,
      values: [token, limit],
    });
    return rows.map(({ poll_id, question, options, attempts }) => ({
      pollId: Number(poll_id),
      question,
      options,
      attempts,
      token,
    }));
  }

  /** Stores and publishes the classification. False if the poll is deleted or the claim was lost. */
  finish(poll: QueuedPoll, classification: Classification): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      // A deletion waits for this transaction and then deletes the classification.
      const [known] = await tx.query<{ deleted: boolean }>({
        text: 'select deleted from polls where poll_id = $1 for share',
        values: [poll.pollId],
      });
      const owned = await tx.query({
        text: 'delete from classification_queue where poll_id = $1 and token = $2 returning 1',
        values: [poll.pollId, poll.token],
      });
      if (!known || known.deleted || owned.length === 0) return false;
      const { topics, mood, context, seasonality, classifier } = classification;
      const [{ version }] = (await tx.query<{ version: number }>({
        text: `insert into classifications as c (poll_id, topics, mood, context, seasonality, classifier, version)
               values ($1, $2::text[], $3, $4, $5, $6, 1)
               on conflict (poll_id) do update set topics = excluded.topics, mood = excluded.mood,
                 context = excluded.context, seasonality = excluded.seasonality, classifier = excluded.classifier,
                 version = c.version + 1
               returning version`,
        values: [poll.pollId, topics, mood, context, seasonality, classifier],
      })) as [{ version: number }];
      await tx.publish(pollClassified, {
        pollId: poll.pollId,
        topics,
        mood,
        context,
        seasonality,
        classifier,
        version,
      });
      return true;
    });
  }

  /** Returns a poll to the queue without counting the attempt. */
  async release(poll: QueuedPoll): Promise<void> {
    await this.database.query({
      text: `update classification_queue set taken_until = '-infinity', attempts = attempts - 1
             where poll_id = $1 and token = $2`,
      values: [poll.pollId, poll.token],
    });
  }

  /** Removes a poll from the queue without labels. */
  async drop(poll: QueuedPoll): Promise<void> {
    await this.database.query({
      text: 'delete from classification_queue where poll_id = $1 and token = $2',
      values: [poll.pollId, poll.token],
    });
  }
}
