import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApiError, CONFIG } from '@inkling/platform';
import type { Taken } from '../delivery/queue-loop.js';
import { QueueWorker } from '../delivery/queue-worker.js';
import { LiveNotifications } from '../list/live-notifications.js';
import type { MergeResult } from './merge-result.js';
import { FollowMerger } from './follow-merger.js';
import { FoundGroups } from './found-groups.js';
import { ChangeQueue, type WaitingGroup } from './change-queue.repository.js';
import type { NotificationsConfig } from '../config.js';
import { ReactionMerger } from './reaction-merger.js';
import { PollRemoval } from './poll-removal.js';

/** Notices worked on at once, one in each transaction. */
const SLOTS = 4;
/** Groups found with one look, which costs about as much as folding several of them. */
const LOOK_AHEAD = 200;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;

/** A group, and what to call when it is done with. */
interface Turn {
  readonly group: WaitingGroup;
  readonly done: () => void;
}

/**
 * Makes notices of what consumers have seen, each group of changes in a transaction of its own. Two processes may reach
 * for the same group, and the second finds it empty.
 */
@Injectable()
export class ChangeWorker extends QueueWorker<Turn> {
  readonly #logger = new Logger(ChangeWorker.name);
  readonly #found: FoundGroups;
  /** Found by somebody else. */
  readonly #aside: Turn[] = [];
  #asideNext = false;

  constructor(
    private readonly changes: ChangeQueue,
    private readonly ofPolls: ReactionMerger,
    private readonly ofFollows: FollowMerger,
    private readonly removal: PollRemoval,
    private readonly live: LiveNotifications,
    @Inject(CONFIG) config: NotificationsConfig,
  ) {
    super(ChangeWorker.name, SLOTS);
    this.#found = new FoundGroups(changes, 'others', config.NOTICE_INTERVAL_MS);
  }

  /** How many wait of those that `foldAlone` was given. */
  get aside(): number {
    return this.#aside.length;
  }

  /** Folds groups of any kind that the caller has found, and says of each when it is done with. */
  foldAlone(groups: readonly WaitingGroup[], done: (group: WaitingGroup) => void): void {
    if (groups.length === 0) return;
    this.#aside.push(...groups.map((group) => ({ group, done: () => done(group) })));
    this.loop.wake();
  }

  protected async take(limit: number): Promise<Taken<Turn>> {
    if (this.#found.left === 0) await this.#found.look(LOOK_AHEAD);
    const rows: Turn[] = [];
    // In turns: neither waits for all of the other.
    while (rows.length < limit && this.#aside.length + this.#found.left > 0) {
      this.#asideNext = !this.#asideNext;
      rows.push(
        ...(this.#asideNext
          ? this.#aside.splice(0, 1)
          : this.#found.take(1).map((group) => ({ group, done: () => this.#found.done([group]) }))),
      );
    }
    return { rows, more: rows.length === limit };
  }

  protected async work({ group, done }: Turn): Promise<void> {
    try {
      const { recipients, postponeMs } = await this.#merge(group);
      if (postponeMs !== undefined) await this.changes.postpone(group, postponeMs);
      for (const { userId, notificationId } of recipients) this.live.notify({ userId, notificationId });
    } catch (error) {
      // Not what it was about: the database's own message may quote values.
      if (error instanceof ApiError)
        this.#logger.warn(`A notice of kind ${group.kind} is tried again later: ${error.code}`);
      // Longer each time: as long again as it has waited.
      await this.changes.postpone(group, Math.min(RETRY_MAX_MS, Math.max(RETRY_MIN_MS, group.age)));
      if (!(error instanceof ApiError)) throw error;
    } finally {
      done();
    }
  }

  #merge(group: WaitingGroup): Promise<MergeResult> {
    const { kind } = group;
    if (kind === 'follow') return this.ofFollows.merge(group);
    return kind === 'poll_deleted' ? this.removal.merge(group) : this.ofPolls.merge({ ...group, kind });
  }
}
