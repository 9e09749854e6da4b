import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApiError, CONFIG } from '@inkling/platform';
import type { Taken } from '../delivery/queue-loop.js';
import { QueueWorker } from '../delivery/queue-worker.js';
import { LiveNotices } from '../live/live-notices.js';
import type { Fold } from './fold.js';
import { FollowNotices } from './follow-notices.js';
import { FoundGroups } from './found-groups.js';
import { NoticeChanges, type WaitingGroup } from './notice-changes.repository.js';
import type { NoticesConfig } from './notices-config.js';
import { PollNotices } from './poll-notices.js';
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
export class NoticeWorker extends QueueWorker<Turn> {
  readonly #logger = new Logger(NoticeWorker.name);
  readonly #found: FoundGroups;
  /** Found by somebody else. */
  readonly #aside: Turn[] = [];
  #asideNext = false;

  constructor(
    private readonly changes: NoticeChanges,
    private readonly ofPolls: PollNotices,
    private readonly ofFollows: FollowNotices,
    private readonly removal: PollRemoval,
    private readonly live: LiveNotices,
    @Inject(CONFIG) config: NoticesConfig,
  ) {
    super(NoticeWorker.name, SLOTS);
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
      const { told, postponeMs } = await this.#fold(group);
      if (postponeMs !== undefined) await this.changes.postpone(group, postponeMs);
      for (const { userId, noticeId } of told) this.live.changed(userId, noticeId);
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

  #fold(group: WaitingGroup): Promise<Fold> {
    const { kind } = group;
    if (kind === 'follow') return this.ofFollows.fold(group);
    return kind === 'poll_deleted' ? this.removal.fold(group) : this.ofPolls.fold({ ...group, kind });
  }
}
