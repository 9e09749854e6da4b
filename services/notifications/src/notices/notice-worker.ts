import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiError, CONFIG, isConnectionFailure } from '@inkling/platform';
import { QueueLoop, type Taken } from '../delivery/queue-loop.js';
import { LiveNotices } from '../live/live-notices.js';
import type { Fold } from './fold.js';
import { FollowNotices } from './follow-notices.js';
import { NoticeChanges, type ChangeGroup, type WaitingGroup } from './notice-changes.repository.js';
import type { NoticesConfig } from './notices-config.js';
import { PollNotices } from './poll-notices.js';
import { PollRemoval } from './poll-removal.js';
import { VoteBatches } from './vote-batch.js';

/** Notices worked on at once, one in each transaction. */
const SLOTS = 4;
/** Groups found with one look, which costs about as much as folding several of them. */
const LOOK_AHEAD = 200;
/** Groups of votes in one transaction, such transactions at once, and groups found with one look. */
const BATCH = 128;
const BATCH_SLOTS = 2;
const VOTES_LOOK_AHEAD = 2_048;
/** Votes that have to be folded one by one; with so many of them, no more are looked for. */
const ASIDE_MAX = 1_000;
/** Looks for votes take no more than this part of the time: how long one takes grows with what is not due yet. */
const LOOK_SHARE = 0.1;
const LOOK_PAUSE_MAX_MS = 500;
/** By then the transaction of whoever asked has committed, as a rule; if not, the next look finds it. */
const SOON_MS = 25;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;

const keyOf = ({ kind, recipientId, objectId }: ChangeGroup): string => `${kind} ${recipientId} ${objectId}`;

/** What a look has found and nobody has begun; the groups have grown older since. */
class Found {
  groups: WaitingGroup[] = [];
  #at = performance.now();

  set(groups: WaitingGroup[], at: number): void {
    this.groups = groups;
    this.#at = at;
  }

  take(count: number): WaitingGroup[] {
    const waited = performance.now() - this.#at;
    return this.groups.splice(0, count).map((group) => ({ ...group, age: group.age + waited }));
  }
}

/**
 * Makes notices of what consumers have seen. Each group of changes becomes one notice; votes on many polls are folded in one
 * transaction, whatever takes more than adding them in one of its own. The two ways have slots of their own, so that nobody
 * waits for a burst of votes. Two processes may reach for the same group, and the second finds it empty.
 */
@Injectable()
export class NoticeWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(NoticeWorker.name);
  readonly #loop: QueueLoop<WaitingGroup>;
  readonly #batches: QueueLoop<readonly WaitingGroup[]>;
  /** Found or begun, not finished. */
  readonly #inHand = { votes: new Set<string>(), others: new Set<string>() };
  readonly #others = new Found();
  readonly #votes = new Found();
  /** Votes to be folded one by one. */
  readonly #aside: WaitingGroup[] = [];
  #asideNext = false;
  #nextVotesLook = 0;
  #soon: NodeJS.Timeout | undefined;

  constructor(
    private readonly changes: NoticeChanges,
    private readonly ofPolls: PollNotices,
    private readonly ofFollows: FollowNotices,
    private readonly removal: PollRemoval,
    private readonly live: LiveNotices,
    @Inject(CONFIG) private readonly config: NoticesConfig,
    private readonly ofVotes: VoteBatches,
  ) {
    this.#loop = new QueueLoop({ name: NoticeWorker.name, slots: SLOTS, take: (limit) => this.#take(limit), work: (group) => this.#work(group) });
    this.#batches = new QueueLoop({ name: VoteBatches.name, slots: BATCH_SLOTS, take: (limit) => this.#takeVotes(limit), work: (groups) => this.#workVotes(groups) });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
    this.#batches.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.#soon);
    await Promise.all([this.#loop.stop(), this.#batches.stop()]);
  }

  /** Looks at the queue once the caller's transaction has committed. */
  wakeSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#loop.wake();
      this.#batches.wake();
    }, SOON_MS);
  }

  async #take(limit: number): Promise<Taken<WaitingGroup>> {
    if (this.#others.groups.length === 0) this.#others.set(await this.#look('others', LOOK_AHEAD), performance.now());
    const rows: WaitingGroup[] = [];
    // In turns: neither waits for all of the other.
    while (rows.length < limit && this.#aside.length + this.#others.groups.length > 0) {
      this.#asideNext = !this.#asideNext;
      rows.push(...(this.#asideNext ? this.#aside.splice(0, 1) : this.#others.take(1)));
    }
    return { rows, more: rows.length === limit };
  }

  async #takeVotes(limit: number): Promise<Taken<readonly WaitingGroup[]>> {
    if (this.#votes.groups.length === 0) {
      const started = performance.now();
      if (started < this.#nextVotesLook || this.#aside.length >= ASIDE_MAX) return { rows: [], more: false };
      const found = await this.#look('votes', VOTES_LOOK_AHEAD);
      const now = performance.now();
      this.#votes.set(found, now);
      this.#nextVotesLook = now + Math.min(LOOK_PAUSE_MAX_MS, (now - started) / LOOK_SHARE);
    }
    const rows: WaitingGroup[][] = [];
    while (rows.length < limit && this.#votes.groups.length > 0) rows.push(this.#votes.take(BATCH));
    return { rows, more: rows.length === limit };
  }

  async #look(what: 'votes' | 'others', limit: number): Promise<WaitingGroup[]> {
    const inHand = this.#inHand[what];
    const waiting = await this.changes.waiting(what, limit + inHand.size, this.config.NOTICE_INTERVAL_MS);
    const found = waiting.filter((group) => !inHand.has(keyOf(group)));
    for (const group of found) inHand.add(keyOf(group));
    return found;
  }

  async #workVotes(groups: readonly WaitingGroup[]): Promise<void> {
    let aside: readonly WaitingGroup[] = [];
    try {
      const { told, alone } = await this.ofVotes.fold(groups);
      for (const { userId, noticeId } of told) this.live.changed(userId, noticeId);
      aside = alone;
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      // One of them must not hold up the others; folded by itself it says what is wrong with it.
      aside = groups;
    } finally {
      const later = new Set(aside.map(keyOf));
      for (const group of groups) if (!later.has(keyOf(group))) this.#inHand.votes.delete(keyOf(group));
      this.#aside.push(...aside);
      if (aside.length > 0) this.#loop.wake();
    }
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
      this.#inHand[group.kind === 'vote' ? 'votes' : 'others'].delete(keyOf(group));
    }
  }

  #fold(group: WaitingGroup): Promise<Fold> {
    const { kind } = group;
    if (kind === 'follow') return this.ofFollows.fold(group);
    return kind === 'poll_deleted' ? this.removal.fold(group) : this.ofPolls.fold({ ...group, kind });
  }
}
