import { choicesOf, maskInCode, type VoteOutcome } from '@inkling/contracts';
import { Batcher } from '@inkling/platform';
import type { Span } from '@opentelemetry/api';

/** A vote as it was cast. */
export interface Ballot {
  readonly pollId: number;
  readonly userId: number;
  /** `ballotCode` of the choices. */
  readonly code: number;
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
  /** `already-voted` only: the earlier choice in a poll with the method `single`. */
  readonly choice?: number;
  /** As VoteBatchReply has them. */
  readonly choices?: number[] | null;
}

/** Also `not-plain`: nothing was recorded, because the poll needs another statement. */
export type PlainResult = VoteResult | { readonly outcome: 'not-plain' };

type Settle = (result: PlainResult) => void;

interface OpenBallot extends Ballot {
  readonly settle: Settle;
  /** Votes of the same user on the same poll that arrived while this one was open. */
  repeats?: { code: number; settle: Settle }[];
}

const UNAVAILABLE: VoteResult = { outcome: 'unavailable' };
/** The result of a second vote whose first one has just been recorded. */
function repeated({ code }: Ballot, { choices }: VoteResult): VoteResult {
  if (choices) return { outcome: 'already-voted', choices };
  if (choices === null) return { outcome: 'already-voted' };
  const [choice] = choicesOf(maskInCode(code));
  return { outcome: 'already-voted', choice: choice!, choices: [choice!] };
}

const keyOf = ({ pollId, userId }: Ballot): string => `${pollId}:${userId}`;

/** Gathers votes into batches that grow with the load. A batch never holds two votes of one user on one poll. */
export class VoteRecorder {
  readonly #record: (ballots: readonly Ballot[]) => Promise<readonly PlainResult[]>;
  readonly #onFailure: (error: unknown) => void;
  readonly #open = new Map<string, OpenBallot>();
  readonly #batcher: Batcher<OpenBallot>;

  /**
   * @param inFlight how many batches may be recorded at the same time
   * @param record stores a batch of distinct (poll, user) pairs and returns the results in the same order
   * @param onFailure called when a batch failed and its outcome is unknown
   */
  constructor(
    inFlight: number,
    record: (ballots: readonly Ballot[]) => Promise<readonly PlainResult[]>,
    onFailure: (error: unknown) => void,
  ) {
    this.#record = record;
    this.#onFailure = onFailure;
    // Fewer than 16 votes are not worth a second commit; more than 20,000 would wait longer than their callers do.
    const limits = { inFlight, batch: 1_000, shareMin: 16, waiting: 20_000 };
    this.#batcher = new Batcher((ballots) => this.#recordBatch(ballots), limits);
  }

  /** Votes that wait to be recorded. */
  get depth(): number {
    return this.#batcher.depth;
  }

  /** Casts a vote. `settle` is called once and must not throw. */
  cast(ballot: Ballot, settle: Settle): void {
    const key = keyOf(ballot);
    const first = this.#open.get(key);
    if (first) {
      (first.repeats ??= []).push({ code: ballot.code, settle });
      return;
    }
    const open: OpenBallot = { ...ballot, settle };
    if (this.#batcher.add(open)) this.#open.set(key, open);
    else settle(UNAVAILABLE);
  }

  async #recordBatch(ballots: readonly OpenBallot[]): Promise<void> {
    let results: readonly PlainResult[] = [];
    try {
      results = await this.#record(ballots);
    } catch (error) {
      this.#onFailure(error);
    }
    // Close the ballots before settling them, so that a repeat can be cast again.
    for (const ballot of ballots) this.#open.delete(keyOf(ballot));
    ballots.forEach((ballot, index) => this.#settle(ballot, results[index] ?? UNAVAILABLE));
  }

  #settle(ballot: OpenBallot, result: PlainResult): void {
    ballot.settle(result);
    for (const { code, settle } of ballot.repeats ?? []) {
      if (result.outcome === 'recorded') settle(repeated(ballot, result));
      // The first vote did not fit the poll, which says nothing about this one.
      else if (result.outcome === 'bad-option')
        this.cast({ pollId: ballot.pollId, userId: ballot.userId, code }, settle);
      else settle(result);
    }
  }
}
