import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';

/** Time for one look; a host that needs longer serves nobody. */
const LOOK_TIMEOUT_MS = 3_000;
/** After one failed look, before the next: a single lost packet changes nothing. */
const AGAIN_MS = 500;

/**
 * Knows whether a host answers at all, by one small request per period and by what real calls report. Every answer
 * counts as reachable, with any status. A host that gives none twice in a row is away until it answers again.
 */
export class Reachability implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(Reachability.name);
  readonly #closing = new AbortController();
  readonly #known = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  #away: boolean | undefined;
  #misses = 0;

  /**
   * @param address looked at; null where nothing is asked of anyone
   * @param periodMs between two looks
   * @param headers sent with each look
   */
  constructor(
    private readonly address: string | null,
    private readonly periodMs: number,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** False before the first look has ended. */
  get away(): boolean {
    return this.#away === true;
  }

  /** Resolves once the first look has ended, to whether the host answers. */
  async reachable(): Promise<boolean> {
    await this.#known.promise;
    return !this.away;
  }

  onApplicationBootstrap(): void {
    if (this.address !== null) void this.#look(this.address);
  }

  beforeApplicationShutdown(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
    this.#known.resolve();
  }

  /** A real call got an answer, which is as good as a look. */
  answered(): void {
    this.#settle(false);
    if (this.address !== null) this.#lookIn(this.address, this.periodMs);
  }

  /** A real call got none: looks soon instead of waiting for the period's end. */
  missed(): void {
    if (this.address !== null && this.#away === false) this.#lookIn(this.address, 0);
  }

  async #look(address: string): Promise<void> {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(LOOK_TIMEOUT_MS), this.#closing.signal]);
      const response = await fetch(address, { redirect: 'manual', signal, headers: this.headers });
      await response.body?.cancel();
      this.#settle(false);
    } catch {
      if (this.#closing.signal.aborted) return;
      this.#misses += 1;
      if (this.#misses > 1) this.#settle(true);
    }
    this.#lookIn(address, this.#misses === 1 ? AGAIN_MS : this.periodMs);
  }

  #lookIn(address: string, ms: number): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#look(address), ms);
    this.#timer.unref();
  }

  #settle(away: boolean): void {
    if (!away) this.#misses = 0;
    if (away !== this.#away && this.address !== null) {
      const { host } = new URL(this.address);
      if (away) this.#logger.warn(`${host} cannot be reached; no Deep Dive is offered until it can`);
      else if (this.#away) this.#logger.log(`${host} can be reached again`);
    }
    this.#away = away;
    this.#known.resolve();
  }
}
