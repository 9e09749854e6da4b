import { Injectable } from '@nestjs/common';
import { pollClassified, pollDeleted, type EventData } from '@inkling/contracts';
import { OnEvent, type Transaction } from '@inkling/platform';
import { PollsRepository } from './polls.repository.js';

/** What events change in polls. */
@Injectable()
export class PollEvents {
  constructor(private readonly polls: PollsRepository) {}

  /**
   * Removes the rows of a deleted poll. The batches commit on their own: the poll is hidden already, and a repetition
   * finds less to do. Only the poll's own row belongs to the transaction that marks the event as consumed.
   */
  @OnEvent(pollDeleted)
  async purge(data: EventData<typeof pollDeleted>, tx: Transaction): Promise<void> {
    await this.polls.purgeRows(data.pollId);
    await this.polls.purgePoll(tx, data.pollId);
  }

  /**
   * Stores what insights says a poll is about. A later version replaces an earlier one, in whatever order they arrive.
   * The first feed page shows it with its next read, within FEED_CACHE_MS.
   */
  @OnEvent(pollClassified)
  async onClassified(data: EventData<typeof pollClassified>, tx: Transaction): Promise<void> {
    await tx.query({
      text: `update polls set topics = $3::text[], mood = $4, context = $5, seasonality = $6, classified_version = $2
        where id = $1 and classified_version < $2 and deleted_at is null`,
      values: [data.pollId, data.version, data.topics, data.mood, data.context, data.seasonality],
    });
  }
}
