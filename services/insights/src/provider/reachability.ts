import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';

/** A host that takes longer to answer is of no use. */
const CHECK_TIMEOUT_MS = 3_000;
/** A failed check is repeated after this time, so that a single lost packet changes nothing. */
const RETRY_MS = 500;

/**
 * Tracks whether a host is reachable, with a small request per period and with the outcome of real calls. Any response
 * counts as reachable, whatever its status. After two failures in a row the host is away until it answers again.
 */
export class Reachability implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(Reachability.name);
  readonly #closing = new AbortController();
  readonly #known = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  #away: boolean | undefined;
  #misses = 0;
  readonly #address: string | null;
  readonly #periodMs: number;
  readonly #headers: Record<string, string>;

  /**
   * @param address to request; null if there is no host
   * @param periodMs between two checks
   * @param headers of each request
   */
  constructor(address: string | null, periodMs: number, headers: Record<string, string> = {}) {
    this.#address = address;
    this.#periodMs = periodMs;
    this.#headers = headers;
  }

  /** False until the first check has ended. */
  get away(): boolean {
    return this.#away === true;
  }

  /** Whether the host answers. Waits for the first check. */
  async reachable(): Promise<boolean> {
    await this.#known.promise;
    return !this.away;
  }

  onApplicationBootstrap(): void {
    if (this.#address !== null) void this.#check(this.#address);
  }

  beforeApplicationShutdown(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
    this.#known.resolve();
  }

  /** Reports that a real call got an answer, which replaces a check. */
  answered(): void {
    this.#settle(false);
    if (this.#address !== null) this.#checkIn(this.#address, this.#periodMs);
  }

  /** Reports that a real call got no answer, which triggers a check immediately. */
  missed(): void {
    if (this.#address !== null && this.#away === false) this.#checkIn(this.#address, 0);
  }

  async #check(address: string): Promise<void> {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(CHECK_TIMEOUT_MS), this.#closing.signal]);
      const response = await fetch(address, { redirect: 'manual', signal, headers: this.#headers });
      await response.body?.cancel();
      this.#settle(false);
    } catch {
      if (this.#closing.signal.aborted) return;
      this.#misses += 1;
      if (this.#misses > 1) this.#settle(true);
    }
    this.#checkIn(address, this.#misses === 1 ? RETRY_MS : this.#periodMs);
  }

  #checkIn(address: string, ms: number): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#check(address), ms);
    this.#timer.unref();
  }

  #settle(away: boolean): void {
    if (!away) this.#misses = 0;
    if (away !== this.#away && this.#address !== null) {
      const { host } = new URL(this.#address);
      if (away) this.#logger.warn(`${host} is unreachable; no Deep Dive is offered until it answers`);
      else if (this.#away) this.#logger.log(`${host} is reachable again`);
    }
    this.#away = away;
    this.#known.resolve();
  }
}
