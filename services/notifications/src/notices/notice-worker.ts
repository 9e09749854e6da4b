import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiError, CONFIG } from '@inkling/platform';
import { QueueLoop } from '../delivery/queue-loop.js';
import { LiveNotices } from '../live/live-notices.js';
import type { Fold } from './fold.js';
import { FollowNotices } from './follow-notices.js';
import { NoticeChanges, type ChangeGroup, type WaitingGroup } from './notice-changes.repository.js';
import type { NoticesConfig } from './notices-config.js';
import { PollNotices } from './poll-notices.js';
import { PollRemoval } from './poll-removal.js';

/** Notices worked on at once. */
const SLOTS = 4;
/** Groups found with one look, which costs about as much as folding several of them. */
const LOOK_AHEAD = 200;
/** By then the transaction of whoever asked has committed, as a rule; if not, the next look finds it. */
const SOON_MS = 25;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;

const keyOf = ({ kind, recipientId, objectId }: ChangeGroup): string => `${kind} ${recipientId} ${objectId}`;

/**
 * Makes notices of what consumers have seen. Each group of changes becomes one notice in one transaction; two processes
 * may reach for the same group, and the second finds it empty.
 */
@Injectable()
export class NoticeWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(NoticeWorker.name);
  readonly #loop: QueueLoop<WaitingGroup>;
  readonly #inHand = new Set<string>();
  /** What the last look has found and nobody has begun. */
  #found: WaitingGroup[] = [];
  #foundAt = 0;
  #soon: NodeJS.Timeout | undefined;

  constructor(
    private readonly changes: NoticeChanges,
    private readonly ofPolls: PollNotices,
    private readonly ofFollows: FollowNotices,
    private readonly removal: PollRemoval,
    private readonly live: LiveNotices,
    @Inject(CONFIG) private readonly config: NoticesConfig,
  ) {
    this.#loop = new QueueLoop({ name: NoticeWorker.name, slots: SLOTS, take: (limit) => this.#take(limit), work: (group) => this.#work(group) });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.#soon);
    await this.#loop.stop();
  }

  /** Looks at the queue once the caller's transaction has committed. */
  wakeSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#loop.wake();
    }, SOON_MS);
  }

  async #take(limit: number): Promise<{ rows: WaitingGroup[]; more: boolean }> {
    if (this.#found.length === 0) {
      this.#foundAt = performance.now();
      const waiting = await this.changes.waiting(LOOK_AHEAD + this.#inHand.size, this.config.NOTICE_INTERVAL_MS);
      this.#found = waiting.filter((group) => !this.#inHand.has(keyOf(group)));
    }
    const waited = performance.now() - this.#foundAt;
    const rows = this.#found.splice(0, limit).map((group) => ({ ...group, age: group.age + waited }));
    for (const group of rows) this.#inHand.add(keyOf(group));
    return { rows, more: rows.length === limit };
  }

  async #work(group: WaitingGroup): Promise<void> {
    try {
      const { told, postponeMs } = await this.#fold(group);
      if (postponeMs !== undefined) await this.changes.postpone(group, postponeMs);
      for (const { userId, noticeId } of told) this.live.changed(userId, noticeId);
    } catch (error) {
      // Not what it was about: the database's own message may quote values.
      if (error instanceof ApiError) this.#logger.warn(`A notice of kind ${group.kind} is tried again later: ${error.code}`);
      // Longer each time: as long again as it has waited.
      await this.changes.postpone(group, Math.min(RETRY_MAX_MS, Math.max(RETRY_MIN_MS, group.age)));
      if (!(error instanceof ApiError)) throw error;
    } finally {
      this.#inHand.delete(keyOf(group));
    }
  }

  #fold(group: WaitingGroup): Promise<Fold> {
    const { kind } = group;
    if (kind === 'follow') return this.ofFollows.fold(group);
    return kind === 'poll_deleted' ? this.removal.fold(group) : this.ofPolls.fold({ ...group, kind });
  }
}
