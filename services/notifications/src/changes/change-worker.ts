import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApiError, CONFIG, QueueWorker, type Claimed } from '@inkling/platform';
import type { NotificationsConfig } from '../config.js';
import { AudienceRemoval } from './audience-removal.js';
import { BlockRemoval } from './block-removal.js';
import { LiveNotifications } from '../list/live-notifications.js';
import { ChangeQueue, type WaitingGroup } from './change-queue.repository.js';
import { FollowMerger } from './follow-merger.js';
import { FoundGroups } from './found-groups.js';
import type { MergeResult } from './merge-result.js';
import { PollRemoval } from './poll-removal.js';
import { ReactionMerger } from './reaction-merger.js';

/** Notifications in work at once, one in each transaction. */
const SLOTS = 4;
/** Groups found with one look, which costs about as much as merging several of them. */
const LOOK_AHEAD = 200;

/**
 * Merges likes, comments and follows into notifications, and removes those of deleted polls, of people whom a block
 * separates and of polls that are not for the recipient any more; each group of changes in a transaction. When two
 * processes take the same group, the second finds it empty.
 */
@Injectable()
export class ChangeWorker extends QueueWorker<WaitingGroup> {
  readonly #logger = new Logger(ChangeWorker.name);
  readonly #found: FoundGroups;

  constructor(
    private readonly changes: ChangeQueue,
    private readonly reactions: ReactionMerger,
    private readonly follows: FollowMerger,
    private readonly removal: PollRemoval,
    private readonly blocks: BlockRemoval,
    private readonly audiences: AudienceRemoval,
    private readonly live: LiveNotifications,
    @Inject(CONFIG) config: NotificationsConfig,
  ) {
    super(SLOTS);
    this.#found = new FoundGroups(changes, 'others', config.NOTICE_INTERVAL_MS);
  }

  protected async claim(limit: number): Promise<Claimed<WaitingGroup>> {
    if (this.#found.left === 0) await this.#found.look(LOOK_AHEAD);
    const rows = this.#found.take(limit);
    return { rows, more: rows.length === limit };
  }

  protected async work(group: WaitingGroup): Promise<void> {
    try {
      const { recipients, postponeMs } = await this.#merge(group);
      if (postponeMs !== undefined) await this.changes.postpone(group, postponeMs);
      for (const recipient of recipients) this.live.notify(recipient);
    } catch (error) {
      await this.changes.retry(group);
      if (!(error instanceof ApiError)) throw error;
      this.#logger.warn(`A notification of kind ${group.kind} is tried again later: ${error.code}`);
    } finally {
      this.#found.done([group]);
    }
  }

  #merge(group: WaitingGroup): Promise<MergeResult> {
    switch (group.kind) {
      case 'like':
      case 'comment':
        return this.reactions.merge(group, group.kind);
      case 'follow':
        return this.follows.merge(group);
      case 'poll_deleted':
        return this.removal.remove(group);
      case 'block':
        return this.blocks.remove(group);
      case 'audience_left':
        return this.audiences.remove(group);
      case 'vote':
        throw new Error('Votes are merged by the VoteWorker');
    }
  }
}
