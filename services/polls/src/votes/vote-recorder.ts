import type { VoteOutcome } from '@inkling/contracts';
import type { Span } from '@opentelemetry/api';

/** A vote as it was cast. */
export interface Ballot {
  readonly pollId: number;
  readonly userId: number;
  readonly option: number;
  /** The span of the message that carried the vote, when tracing is on. */
  readonly span?: Span | undefined;
}

/** A poll whose tally a batch has raised. */
export interface CountedPoll {
  readonly pollId: number;
  /** JSON text with results visible, without the viewer fields. */
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

interface OpenBallot extends Ballot {
  readonly settle: Settle;
  /** Votes of the same user on the same poll that arrived while this one was open. */
  followers?: { option: number; settle: Settle }[];
}

/** Votes in one statement at most. */
const BATCH_MAX = 1_000;
/** Fewer votes than this are not worth a second commit. */
const SHARE_MIN = 16;
/** Votes that may wait. Beyond this a vote is refused at once, because its caller would time out anyway. */
const WAITING_MAX = 20_000;

const UNAVAILABLE: VoteResult = { outcome: 'unavailable' };
const keyOf = ({ pollId, userId }: Ballot): string => `${pollId}:${userId}`;

/**
 * Gathers votes into batches without a timer. Votes that arrive while batches are being recorded go out together with
 * the next one, so batches grow with the load. A batch never holds two votes of one user on one poll.
 */
export class VoteRecorder {
  readonly #record: (ballots: readonly Ballot[]) => Promise<readonly VoteResult[]>;
  readonly #onFailure: (error: unknown) => void;
  readonly #open = new Map<string, OpenBallot>();
  readonly #waiting: OpenBallot[] = [];
  #idle: number;
  #scheduled = false;

  /**
   * @param concurrency how many batches may be recorded at the same time
   * @param record stores a batch of distinct (poll, user) pairs and returns the results in the same order
   * @param onFailure called when a batch failed and its outcome is unknown
   */
  constructor(
    concurrency: number,
    record: (ballots: readonly Ballot[]) => Promise<readonly VoteResult[]>,
    onFailure: (error: unknown) => void,
  ) {
    this.#idle = concurrency;
    this.#record = record;
    this.#onFailure = onFailure;
  }

  /** Votes that wait to be recorded. */
  get depth(): number {
    return this.#waiting.length;
  }

  /** Casts a vote. `settle` is called once and must not throw. */
  cast(ballot: Ballot, settle: Settle): void {
    const first = this.#open.get(keyOf(ballot));
    if (first) {
      (first.followers ??= []).push({ option: ballot.option, settle });
      return;
    }
    if (this.#waiting.length >= WAITING_MAX) {
      settle(UNAVAILABLE);
      return;
    }
    const open: OpenBallot = { ...ballot, settle };
    this.#open.set(keyOf(open), open);
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

  /** Splits the waiting votes evenly, so that one statement runs while another commit reaches the disk. */
  #dispatch(): void {
    while (this.#idle > 0 && this.#waiting.length > 0) {
      const share = Math.max(SHARE_MIN, Math.ceil(this.#waiting.length / this.#idle));
      const batch = this.#waiting.splice(0, Math.min(share, BATCH_MAX));
      this.#idle -= 1;
      void this.#run(batch);
    }
  }

  async #run(batch: readonly OpenBallot[]): Promise<void> {
    let results: readonly VoteResult[] = [];
    try {
      results = await this.#record(batch);
    } catch (error) {
      this.#onFailure(error);
    }
    // Close the ballots before settling them, so that a follower can be cast again.
    for (const open of batch) this.#open.delete(keyOf(open));
    batch.forEach((open, index) => this.#settle(open, results[index] ?? UNAVAILABLE));
    this.#idle += 1;
    this.#wake();
  }

  #settle(open: OpenBallot, result: VoteResult): void {
    open.settle(result);
    for (const { option, settle } of open.followers ?? []) {
      if (result.outcome === 'recorded') settle({ outcome: 'already-voted', choice: open.option });
      // The first vote had a bad option, which says nothing about this one.
      else if (result.outcome === 'bad-option') this.cast({ pollId: open.pollId, userId: open.userId, option }, settle);
      else settle(result);
    }
  }
}
