const WINDOW_MS = 60_000;
/** Polls with votes in the last minute that are remembered; the longest known are forgotten first. */
const POLLS = 10_000;

interface Window {
  readonly since: number;
  /** Votes before it began. */
  readonly before: number;
  readonly late?: true;
}

/**
 * How fast votes arrive on each poll, from totals that events carry anyway. It is in memory, so the vote path pays
 * nothing: since events carry totals and not only differences, each replica sees the rate of all of them.
 */
export class VoteRates {
  readonly #windows = new Map<number, Window>();

  /** @param most votes on one poll in a minute that raise no flag */
  constructor(private readonly most: number) {}

  /**
   * @param at milliseconds since 1970, when the event happened
   * @returns votes in this minute if they are more than `most`; otherwise undefined
   */
  observe({ pollId, votesCount, count }: { pollId: number; votesCount: number; count: number }, at: number) {
    const window = this.#windowOf(pollId, votesCount - count, at);
    if (window.late) return undefined;
    const votes = votesCount - window.before;
    return votes <= this.most ? undefined : votes;
  }

  #windowOf(pollId: number, before: number, at: number): Window {
    const known = this.#windows.get(pollId);
    if (known && at >= known.since && at - known.since < WINDOW_MS) return known;
    // An event that is older than the window belongs to one that is over.
    if (known && at < known.since) return { since: at, before, late: true };
    this.#windows.delete(pollId);
    const window = { since: at, before };
    this.#windows.set(pollId, window);
    if (this.#windows.size > POLLS) this.#windows.delete(this.#windows.keys().next().value!);
    return window;
  }
}
