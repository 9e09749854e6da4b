import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { TALLY_INTERVAL_MS, tallySubject, type LiveTally } from '@inkling/contracts';
import { LiveBus } from '@inkling/platform';

/** Changes that come close together leave as one message; the first waits no longer than this. */
const TICK_MS = 20;
/** Polls whose pace is kept at once; beyond it a tally leaves immediately. */
const POLLS_MAX = 20_000;

interface Pace {
  waiting: LiveTally | undefined;
  nextAt: number;
}

/**
 * Tells gateways of moved counts: per poll one message soon after the first change, then at most four a second, the
 * last one always. Messages are versioned snapshots, so a lost or late one harms nothing (decisions, Realtime). They
 * say nothing of who voted.
 */
@Injectable()
export class LiveTallies implements BeforeApplicationShutdown {
  readonly #polls = new Map<number, Pace>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly bus: LiveBus) {}

  /** To be called after the commit, in any order: a version older than the one that waits is dropped. */
  mark(tally: LiveTally): void {
    const pace = this.#polls.get(tally.pollId);
    if (pace) {
      if (!pace.waiting) pace.waiting = tally;
      else if (tally.version > pace.waiting.version)
        pace.waiting = pace.waiting.cause === 'vote' && !tally.deleted ? { ...tally, cause: 'vote' } : tally;
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
