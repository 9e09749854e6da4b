import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, isConnectionFailure } from '@inkling/platform';
import type { Taken } from '../delivery/queue-loop.js';
import { QueueWorker } from '../delivery/queue-worker.js';
import { LiveNotifications } from '../list/live-notifications.js';
import { FoundGroups } from './found-groups.js';
import { ChangeQueue, type WaitingGroup } from './change-queue.repository.js';
import { ChangeWorker } from './change-worker.js';
import type { NotificationsConfig } from '../config.js';
import { VoteMerger } from './vote-merger.js';

/** Groups in one transaction, such transactions at once, and groups found with one look. */
const BATCH = 128;
const SLOTS = 2;
const LOOK_AHEAD = 2_048;
/** With so many set aside to be folded one by one, no more are looked for. */
const ASIDE_MAX = 1_000;
/** Looks take no more than this part of the time: how long one takes grows with what is not due yet. */
const LOOK_SHARE = 0.1;
const LOOK_PAUSE_MAX_MS = 500;

/**
 * Makes notices of votes, those on many polls in one transaction. Whatever takes more than adding votes is left to the
 * worker of all other notices. Its slots are its own, so that nobody waits for a burst of votes.
 */
@Injectable()
export class VoteWorker extends QueueWorker<readonly WaitingGroup[]> {
  readonly #found: FoundGroups;
  #nextLook = 0;

  constructor(
    changes: ChangeQueue,
    private readonly batches: VoteMerger,
    private readonly notifications: ChangeWorker,
    private readonly live: LiveNotifications,
    @Inject(CONFIG) config: NotificationsConfig,
  ) {
    super(VoteWorker.name, SLOTS);
    this.#found = new FoundGroups(changes, 'votes', config.NOTICE_INTERVAL_MS);
  }

  protected async take(limit: number): Promise<Taken<readonly WaitingGroup[]>> {
    if (this.#found.left === 0) {
      const started = performance.now();
      if (started < this.#nextLook || this.notifications.aside >= ASIDE_MAX) return { rows: [], more: false };
      await this.#found.look(LOOK_AHEAD);
      const now = performance.now();
      this.#nextLook = now + Math.min(LOOK_PAUSE_MAX_MS, (now - started) / LOOK_SHARE);
    }
    const rows: WaitingGroup[][] = [];
    while (rows.length < limit && this.#found.left > 0) rows.push(this.#found.take(BATCH));
    return { rows, more: rows.length === limit };
  }

  protected async work(groups: readonly WaitingGroup[]): Promise<void> {
    let alone: readonly WaitingGroup[] = [];
    try {
      const folded = await this.batches.merge(groups);
      for (const { userId, notificationId } of folded.recipients) this.live.notify({ userId, notificationId });
      alone = folded.alone;
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      // One of them must not hold up the others; folded by itself it says what is wrong with it.
      alone = groups;
    } finally {
      const aside = new Set(alone);
      this.#found.done(groups.filter((group) => !aside.has(group)));
      this.notifications.foldAlone(alone, (group) => this.#found.done([group]));
    }
  }
}
