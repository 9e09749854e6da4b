/** The result of a check that found nothing wrong. */
export const READY = 'ok';
/** A check that failed is asked again this soon, so that readiness comes back with what was away. */
const AGAIN_MS = 2_000;

/** Something cannot be used; the message says why in a few words, for the readers of `/health/ready`. */
export class NotReady extends Error {
  override name = 'NotReady';
}

export interface CheckTimes {
  /** Between two questions, as long as all is well. */
  readonly everyMs: number;
  /** An answer that takes longer counts as a failure. */
  readonly timeoutMs: number;
}

const wordOf = (error: unknown): string => (error instanceof NotReady ? error.message : 'unavailable');

/** Checks on an interval whether something works. Reading the last result costs nothing. */
export class ReadinessCheck {
  readonly #ask: () => Promise<void>;
  readonly #times: CheckTimes;
  readonly #onChange: (word: string) => void;
  readonly #first: Promise<void>;
  #word: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  /**
   * Checks for the first time at once.
   * @param ask rejects with NotReady to say why not; it may also never answer
   * @param onChange gets each result that differs from the one before, the first only when it is not `ok`
   */
  constructor(ask: () => Promise<void>, times: CheckTimes, onChange: (word: string) => void = () => undefined) {
    this.#ask = ask;
    this.#times = times;
    this.#onChange = onChange;
    this.#first = new Promise((resolve) => void this.#run(resolve));
  }

  /** `ok`, or why not. Waits for the first answer only, and never longer than the limit. */
  async read(): Promise<string> {
    await this.#first;
    return this.#word!;
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  async #run(answered: () => void = () => undefined): Promise<void> {
    const asked = this.#ask().then(
      () => READY,
      (error: unknown) => wordOf(error),
    );
    const late = setTimeout(() => {
      this.#take('no answer in time');
      answered();
    }, this.#times.timeoutMs);
    late.unref();
    // One check at a time: a late answer counts, and the next check waits for it.
    const word = await asked;
    clearTimeout(late);
    this.#take(word);
    answered();
    if (this.#ended) return;
    this.#timer = setTimeout(() => void this.#run(), word === READY ? this.#times.everyMs : AGAIN_MS);
    this.#timer.unref();
  }

  #take(word: string): void {
    if (word === (this.#word ?? READY)) {
      this.#word = word;
      return;
    }
    this.#word = word;
    if (!this.#ended) this.#onChange(word);
  }
}
