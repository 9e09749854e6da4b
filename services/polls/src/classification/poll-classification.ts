import { Injectable } from '@nestjs/common';
import { pollClassified, type EventData } from '@inkling/contracts';
import { OnEvent, type Transaction } from '@inkling/platform';

/**
 * Keeps what insights says a poll is about. A later version replaces an earlier one in whatever order they come; a poll
 * that is deleted stays deleted. The first feed page shows it when it is read next, within FEED_CACHE_MS.
 */
@Injectable()
export class PollClassification {
  @OnEvent(pollClassified)
  async onClassified(data: EventData<typeof pollClassified>, tx: Transaction): Promise<void> {
    await tx.query({
      text: `update polls set topics = $3::text[], mood = $4, context = $5, seasonality = $6, classified_version = $2
        where id = $1 and classified_version < $2 and deleted_at is null`,
      values: [data.pollId, data.version, data.topics, data.mood, data.context, data.seasonality],
    });
  }
}
