/** Renews a lease three times per period until the work ends. */
export class Lease {
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;

  /** @param renew resolves to false if the lease was lost; if it rejects, it is tried again */
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

  /** Aborted when the lease is lost to another holder or its poll is deleted. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
