import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { TALLY_INTERVAL_MS, tallySubject, type LiveTally } from '@inkling/contracts';
import { LiveBus } from '@inkling/platform';

/** A row of `poll_counters` as statements return it. */
export interface TallyRow {
  poll_id: string;
  votes: number[];
  votes_count: number;
  likes_count: number;
  comments_count: number;
  version: number;
}

/** The live message for a tally. */
export const toLiveTally = (row: TallyRow, cause: LiveTally['cause']): LiveTally => ({
  pollId: Number(row.poll_id),
  version: row.version,
  votesCount: row.votes_count,
  likesCount: row.likes_count,
  commentsCount: row.comments_count,
  votes: row.votes,
  cause,
});

/** Changes that come close together leave as one message; the first waits at most this long. */
const TICK_MS = 20;
/** Polls that are throttled at the same time. Beyond this a tally is published at once. */
const POLLS_MAX = 20_000;

interface Pace {
  waiting: LiveTally | undefined;
  nextAt: number;
}

/**
 * Publishes changed counts to the gateways. Each poll gets one message soon after the first change, then at most four a
 * second, and always the last state. Messages are versioned snapshots, so a lost or late one does no harm. They say
 * nothing about who voted (ADR 5).
 */
@Injectable()
export class LiveTallies implements BeforeApplicationShutdown {
  readonly #polls = new Map<number, Pace>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly bus: LiveBus) {}

  /** Call this after the commit, in any order: an older version than the waiting one is dropped. */
  mark(tally: LiveTally): void {
    const pace = this.#polls.get(tally.pollId);
    if (pace) {
      if (!pace.waiting) pace.waiting = tally;
      else if (tally.version > pace.waiting.version) pace.waiting = merge(pace.waiting, tally);
      return;
    }
    if (this.#polls.size >= POLLS_MAX) {
      this.#publish(tally);
      return;
    }
    this.#polls.set(tally.pollId, { waiting: tally, nextAt: 0 });
    this.#timer ??= setInterval(() => this.#tick(performance.now()), TICK_MS);
  }

  beforeApplicationShutdown(): void {
    this.#tick(Infinity);
  }

  #tick(now: number): void {
    for (const [pollId, pace] of this.#polls) {
      if (pace.nextAt > now) continue;
      if (pace.waiting) {
        this.#publish(pace.waiting);
        pace.waiting = undefined;
        pace.nextAt = now + TALLY_INTERVAL_MS;
      } else {
        this.#polls.delete(pollId);
      }
    }
    if (this.#polls.size === 0 || now === Infinity) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #publish(tally: LiveTally): void {
    this.bus.publish(tallySubject(tally.pollId), tally);
  }
}

/** The newer tally. A message that covers a vote keeps the cause `vote`, unless the poll is gone. */
const merge = (older: LiveTally, newer: LiveTally): LiveTally =>
  older.cause === 'vote' && !newer.deleted ? { ...newer, cause: 'vote' } : newer;
