import { Injectable } from '@nestjs/common';
import { PollLabels, pollClassified, pollDeleted, type EventData } from '@inkling/contracts';
import { OnEvent, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';
import { PollsRepository } from './polls.repository.js';

const LABELS = Object.keys(PollLabels.shape) as (keyof PollLabels)[];

/** What events change in polls. */
@Injectable()
export class PollEvents {
  constructor(private readonly polls: PollsRepository) {}

  /**
   * Removes the rows of a deleted poll. The batches commit on their own: the poll is hidden already, and a repetition
   * finds less to do. Only the poll's own row belongs to the transaction that marks the event as consumed.
   */
  @OnEvent(pollDeleted)
  async purge(data: EventData<typeof pollDeleted>, tx: Transaction<Tables>): Promise<void> {
    await this.polls.purgeRows(data.pollId);
    await this.polls.purgePoll(tx, data.pollId);
  }

  /**
   * Stores what insights says a poll is about. A later version replaces an earlier one, in whatever order they arrive.
   * The first feed page shows it with its next read, within FEED_CACHE_MS.
   */
  @OnEvent(pollClassified)
  async onClassified(data: EventData<typeof pollClassified>, tx: Transaction<Tables>): Promise<void> {
    const { pollId, version } = data;
    const labels = Object.fromEntries(LABELS.map((label) => [label, data[label]])) as PollLabels;
    await tx.kysely
      .updateTable('polls')
      .set({ ...labels, language: data.language ?? null, classified_version: version })
      .where('id', '=', pollId)
      .where('classified_version', '<', version)
      .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('moderated', 'is not', null)]))
      .execute();
  }
}
