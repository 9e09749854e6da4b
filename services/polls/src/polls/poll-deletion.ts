import { Injectable } from '@nestjs/common';
import { pollDeleted } from '@inkling/contracts';
import { ApiError, Database } from '@inkling/platform';
import { FeedCache } from '../feed/feed-cache.js';
import { LiveTallies } from '../live/live-tallies.js';
import type { Tables } from '../tables.js';
import { PollsRepository } from './polls.repository.js';

/** Deletes polls of their authors. */
@Injectable()
export class PollDeletion {
  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollsRepository,
    private readonly feed: FeedCache,
    private readonly live: LiveTallies,
  ) {}

  /**
   * No read shows the poll from the commit on; PollEvents removes its rows later. The event names its media, whose
   * owner removes the object. An unlisted poll is removed at once, because no event has announced it.
   * @throws ApiError `poll-not-found`; `forbidden` for anyone but the author
   */
  async delete(pollId: number, userId: number): Promise<void> {
    const { tally, unlisted } = await this.database.transaction(async (tx) => {
      const poll = await this.polls.lock(tx, pollId, userId);
      if (!poll) throw new ApiError('poll-not-found');
      const { authorId, media, unlisted } = poll;
      if (authorId !== userId) throw new ApiError('forbidden', { message: 'Only its author can delete a poll.' });
      const tally = await this.polls.hide(tx, pollId, authorId);
      if (unlisted) await this.polls.purgeUnlisted(tx, pollId);
      else await tx.publish(pollDeleted, { pollId, authorId, media });
      return { tally, unlisted };
    });
    if (!unlisted) this.feed.changed();
    this.live.mark(tally);
  }
}
