import type { VoteOutcome } from '@inkling/contracts';
import type { Span } from '@opentelemetry/api';

/** A vote as it was cast. */
export interface Ballot {
  readonly pollId: number;
  readonly userId: number;
  readonly option: number;
  /** Of the message that brought it, where traces are kept. */
  readonly span?: Span | undefined;
}

/** A poll whose tally a batch has raised. */
export interface CountedPoll {
  readonly pollId: number;
  /** JSON text with results visible, without its viewer's fields. */
  readonly text: string;
}

export interface VoteResult {
  readonly outcome: VoteOutcome;
  /** Only when recorded. */
  readonly poll?: CountedPoll;
  readonly liked?: boolean;
  readonly saved?: boolean;
  /** `already-voted` only: the earlier choice. */
  readonly choice?: number;
}

type Settle = (result: VoteResult) => void;

interface Open extends Ballot {
  readonly settle: Settle;
  /** Votes of the same user on the same poll that came while this one was open. */
  followers?: { option: number; settle: Settle }[];
}

/** Votes in one statement at most. */
const BATCH_MAX = 1_000;
/** Fewer votes than this are not worth a second commit. */
const SHARE_MIN = 16;
/** Votes that may wait; beyond it a vote is refused at once, as it would outlive its caller's patience. */
const WAITING_MAX = 20_000;

const UNAVAILABLE: VoteResult = { outcome: 'unavailable' };

/**
 * Coalesces votes in flight, without a timer: an idle lane takes what is there on the next turn of the event loop, and
 * what arrives while the lanes are busy goes with the next batch, so that batches grow with the load.
 */
export class VoteLanes {
  readonly #open = new Map<string, Open>();
  readonly #waiting: Open[] = [];
  #idle: number;
  #scheduled = false;

  /**
   * @param lanes batches under way at once
   * @param record stores a batch of distinct (poll, user) pairs; results in the same order
   * @param failed told when a batch was not recorded, or its outcome is unknown
   */
  constructor(
    lanes: number,
    private readonly record: (ballots: readonly Ballot[]) => Promise<readonly VoteResult[]>,
    private readonly failed: (error: unknown) => void,
  ) {
    this.#idle = lanes;
  }

  /** Votes that wait for a lane. */
  get depth(): number {
    return this.#waiting.length;
  }

  /** Casts a vote; `settle` is called once, and never throws back into the lane. */
  cast(ballot: Ballot, settle: Settle): void {
    const key = `${ballot.pollId}:${ballot.userId}`;
    const first = this.#open.get(key);
    if (first) {
      (first.followers ??= []).push({ option: ballot.option, settle });
      return;
    }
    if (this.#waiting.length >= WAITING_MAX) {
      settle(UNAVAILABLE);
      return;
    }
    const open: Open = {
      pollId: ballot.pollId,
      userId: ballot.userId,
      option: ballot.option,
      settle,
      span: ballot.span,
    };
    this.#open.set(key, open);
    this.#waiting.push(open);
    this.#wake();
  }

  #wake(): void {
    if (this.#scheduled || this.#idle === 0 || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#dispatch();
    });
  }

  /** Idle lanes share what waits, so that one works while another's commit reaches the disk. */
  #dispatch(): void {
    while (this.#idle > 0 && this.#waiting.length > 0) {
      const share = Math.max(SHARE_MIN, Math.ceil(this.#waiting.length / this.#idle));
      const batch = this.#waiting.splice(0, Math.min(share, BATCH_MAX));
      this.#idle -= 1;
      void this.#run(batch);
    }
  }

  async #run(batch: readonly Open[]): Promise<void> {
    let results: readonly VoteResult[] = [];
    try {
      results = await this.record(batch);
    } catch (error) {
      this.failed(error);
    }
    // The pairs are free again before anyone hears, so that a follower can be cast anew.
    for (const open of batch) this.#open.delete(`${open.pollId}:${open.userId}`);
    batch.forEach((open, index) => this.#settle(open, results[index] ?? UNAVAILABLE));
    this.#idle += 1;
    this.#wake();
  }

  #settle(open: Open, result: VoteResult): void {
    open.settle(result);
    for (const follower of open.followers ?? []) {
      if (result.outcome === 'recorded') follower.settle({ outcome: 'already-voted', choice: open.option });
      // What was wrong with the first one's option says nothing about another's.
      else if (result.outcome === 'bad-option')
        this.cast({ pollId: open.pollId, userId: open.userId, option: follower.option }, follower.settle);
      else follower.settle(result);
    }
  }
}
