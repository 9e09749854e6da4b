/** Keeps a lease alive while its work goes on, three times per period. */
export class Lease {
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;

  /** @param renew false when the lease is no longer held; it may reject, and is then tried again */
  constructor(renew: () => Promise<boolean>, periodMs: number) {
    this.#timer = setInterval(() => {
      renew().then(
        (held) => {
          if (!held) this.#lost.abort();
        },
        () => undefined,
      );
    }, periodMs / 3);
  }

  /** Aborted when someone else has it, or its poll is gone. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
