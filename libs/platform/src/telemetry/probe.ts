export interface ProbeLimits {
  readonly timeoutMs: number;
  /** Milliseconds for which a value is kept. */
  readonly keepMs: number;
}

/**
 * Reads a figure from outside when `/metrics` is scraped. A value is kept for a while, only one read is under way, and
 * nobody waits longer than the limit: a dependency that is away costs its figures, not the scrape.
 */
export class Probe<T> {
  readonly #ask: () => Promise<T>;
  readonly #limits: ProbeLimits;
  #kept: { readonly answer: T; readonly until: number } | undefined;
  #asking: Promise<T | undefined> | undefined;

  /** @param ask may reject, or never answer */
  constructor(ask: () => Promise<T>, limits: ProbeLimits = { timeoutMs: 1_000, keepMs: 2_000 }) {
    this.#ask = ask;
    this.#limits = limits;
  }

  /** The answer, or undefined when there is none in time. Never rejects. */
  async read(): Promise<T | undefined> {
    if (this.#kept && performance.now() < this.#kept.until) return this.#kept.answer;
    this.#asking ??= this.#begin().finally(() => {
      this.#asking = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.#limits.timeoutMs);
    });
    return Promise.race([this.#asking, late]).finally(() => clearTimeout(timer));
  }

  async #begin(): Promise<T | undefined> {
    try {
      const answer = await this.#ask();
      this.#kept = { answer, until: performance.now() + this.#limits.keepMs };
      return answer;
    } catch {
      return undefined;
    }
  }
}
