/** No calls for a while: the remote service asked for it, or calls have failed too often. */
export class Pause {
  #until = 0;

  /** Whether the pause is on. */
  get on(): boolean {
    return Date.now() < this.#until;
  }

  /** Begins the pause, or lengthens it; never shortens it. */
  start(ms: number): void {
    this.#until = Math.max(this.#until, Date.now() + ms);
  }
}
