import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, QueueWorker, isConnectionFailure, type Claimed } from '@inkling/platform';
import type { NotificationsConfig } from '../config.js';
import { LiveNotifications } from '../list/live-notifications.js';
import { ChangeQueue, type WaitingGroup } from './change-queue.repository.js';
import { FoundGroups } from './found-groups.js';
import { VoteMerger } from './vote-merger.js';

/** Groups in one batch, batches in work at once, and groups found with one look. */
const BATCH = 128;
const SLOTS = 2;
const LOOK_AHEAD = 2_048;
/** With so many groups of failed batches left, no more groups are looked for. */
const SINGLES_MAX = 1_000;
/** Looks take at most this share of the time, because a look takes longer the more groups are not due yet. */
const LOOK_SHARE = 0.1;
const LOOK_PAUSE_MAX_MS = 500;

/**
 * Merges votes into notifications, a batch of polls in one transaction. Its slots are separate from those of the other
 * kinds, which therefore never wait for a burst of votes.
 */
@Injectable()
export class VoteWorker extends QueueWorker<readonly WaitingGroup[]> {
  readonly #logger = new Logger(VoteWorker.name);
  readonly #found: FoundGroups;
  /** Groups of batches that failed. Each is now a batch of one, so that one of them cannot hold up the others. */
  readonly #singles: WaitingGroup[] = [];
  #singleNext = false;
  #nextLook = 0;

  constructor(
    private readonly changes: ChangeQueue,
    private readonly merger: VoteMerger,
    private readonly live: LiveNotifications,
    @Inject(CONFIG) config: NotificationsConfig,
  ) {
    super(SLOTS);
    this.#found = new FoundGroups(changes, 'votes', config.NOTICE_INTERVAL_MS);
  }

  protected async claim(limit: number): Promise<Claimed<readonly WaitingGroup[]>> {
    if (this.#found.left === 0) await this.#look();
    const batches: WaitingGroup[][] = [];
    // In turns, so that neither waits for all of the other.
    while (batches.length < limit && this.#found.left + this.#singles.length > 0) {
      this.#singleNext = this.#singles.length > 0 && (!this.#singleNext || this.#found.left === 0);
      batches.push(this.#singleNext ? this.#singles.splice(0, 1) : this.#found.take(BATCH));
    }
    return { rows: batches, more: batches.length === limit };
  }

  async #look(): Promise<void> {
    const started = performance.now();
    if (started < this.#nextLook || this.#singles.length >= SINGLES_MAX) return;
    await this.#found.look(LOOK_AHEAD);
    const now = performance.now();
    this.#nextLook = now + Math.min(LOOK_PAUSE_MAX_MS, (now - started) / LOOK_SHARE);
  }

  protected async work(groups: readonly WaitingGroup[]): Promise<void> {
    let done = groups;
    try {
      for (const recipient of await this.merger.merge(groups)) this.live.notify(recipient);
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      if (groups.length === 1) {
        await this.changes.retry(groups[0]!);
        throw error;
      }
      const { code = 'no code' } = error as { code?: string };
      this.#logger.warn(`A batch of votes could not be merged (${code}); its polls are merged one by one`);
      this.#singles.push(...groups);
      this.wake();
      done = [];
    } finally {
      this.#found.done(done);
    }
  }
}
