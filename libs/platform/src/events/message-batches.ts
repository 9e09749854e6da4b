const BATCH_MAX = 64;

/**
 * Hands messages on in batches, one batch at a time and without a timer: what arrives while one is being worked on goes
 * together in the next. A quiet consumer takes each message at once, a busy one shares commits.
 */
export class MessageBatches<M> {
  #waiting: M[] = [];
  #work: Promise<void> | undefined;

  /** @param take must not reject; it settles every message it is given */
  constructor(private readonly take: (batch: readonly M[]) => Promise<void>) {}

  /** Resolves when there is room for more. */
  async add(message: M): Promise<void> {
    this.#waiting.push(message);
    this.#work ??= this.#drain();
    if (this.#waiting.length >= BATCH_MAX) await this.#work;
  }

  /** Resolves when nothing is waiting or under way. */
  async idle(): Promise<void> {
    await this.#work;
  }

  async #drain(): Promise<void> {
    // Let the messages of this turn arrive.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX);
      await this.take(batch);
    }
    this.#work = undefined;
  }
}
