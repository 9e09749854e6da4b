import { Injectable } from '@nestjs/common';
import { pollDeleted } from '@inkling/contracts';
import { ApiError, Database, type Transaction } from '@inkling/platform';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { FeedCache } from '../feed/feed-cache.js';
import { LiveTallies } from '../live/live-tallies.js';
import type { Tables } from '../tables.js';
import { PollsRepository, type LockedPoll } from './polls.repository.js';

/** Deletes polls of their authors. */
@Injectable()
export class PollDeletion {
  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollsRepository,
    private readonly feed: FeedCache,
    private readonly live: LiveTallies,
    private readonly unseen: UnseenPolls,
  ) {}

  /**
   * No read shows the poll from the commit on; PollEvents removes its rows later. The event names its media, whose
   * owner removes the object. An unlisted poll is removed at once, because no event has announced it.
   * @throws ApiError `poll-not-found`; `followers-only`; `forbidden` for anyone but the author
   */
  async delete(pollId: number, userId: number): Promise<void> {
    const found = await this.#delete(pollId, async (tx) => {
      const poll = await this.polls.lock(tx, pollId, userId);
      if (poll && poll.authorId !== userId)
        throw new ApiError('forbidden', { message: 'Only its author can delete a poll.' });
      return poll;
    });
    if (!found) throw await this.unseen.refusal(pollId, userId);
  }

  /**
   * Deletes a poll for good, whether or not moderators have hidden it: on their decision, or with its author's account.
   * A poll that is gone already stays gone.
   */
  async deleteFinally(pollId: number): Promise<void> {
    await this.#delete(pollId, (tx) => this.polls.lockAny(tx, pollId));
  }

  /** @returns false when there is no such poll */
  async #delete(pollId: number, lock: (tx: Transaction<Tables>) => Promise<LockedPoll | undefined>): Promise<boolean> {
    const deleted = await this.database.transaction(async (tx) => {
      const poll = await lock(tx);
      if (!poll) return undefined;
      const { authorId, media, optionImages, unlisted } = poll;
      const tally = await this.polls.hide(tx, pollId, poll);
      if (unlisted) await this.polls.purgeUnlisted(tx, pollId);
      else {
        const images = optionImages?.map(({ image }) => image);
        await tx.publish(pollDeleted, { pollId, authorId, media, ...(images ? { optionImages: images } : {}) });
      }
      return { tally, unlisted };
    });
    if (!deleted) return false;
    if (!deleted.unlisted) this.feed.changed();
    this.live.mark(deleted.tally);
    return true;
  }
}
