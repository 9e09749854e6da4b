import type { FastifyRequest } from 'fastify';

/** The longest time between two checks of a sender. */
const CHECK_MS = 1_000;
/** The limit for a whole form, even at a steady rate: 25 MB at 340 kbit/s. */
const WHOLE_MS = 10 * 60_000;

const watched = new WeakSet<object>();

/** True while an upload is arriving on this connection: a SenderWatch then replaces the server's request timeout. */
export const isUploading = (socket: object): boolean => watched.has(socket);

export interface SenderLimits {
  /** The time over which the rate is measured. */
  readonly stallSeconds: number;
  /** The least average rate over that time. */
  readonly bytesPerSecond: number;
  /** The most that a sender may send in all. */
  readonly bytesMax: number;
}

/**
 * Watches a sender from the first byte of its file on, and disconnects it if it falls below the rate, takes too long or
 * sends too much. A phone on a slow line may take minutes; a connection that only occupies a place may not.
 */
export class SenderWatch {
  readonly #request: FastifyRequest;
  readonly #limits: SenderLimits;
  readonly #start = Date.now();
  readonly #began: number;
  readonly #timer: NodeJS.Timeout;
  readonly #checkMs: number;
  /** Bytes at the latest checks, oldest first. Checks are counted, not time, because this process may stand still. */
  readonly #seen: number[];
  readonly #checks: number;
  #credit = 0;

  constructor(request: FastifyRequest, limits: SenderLimits) {
    this.#request = request;
    this.#limits = limits;
    this.#checkMs = Math.min(CHECK_MS, limits.stallSeconds * 200);
    this.#checks = Math.ceil((limits.stallSeconds * 1_000) / this.#checkMs);
    this.#began = request.raw.socket.bytesRead;
    this.#seen = [this.#began];
    watched.add(request.raw.socket);
    this.#timer = setInterval(() => this.#check(), this.#checkMs).unref();
  }

  /** True if the average rate since the start is below the limit. */
  get slow(): boolean {
    return !this.#request.raw.complete && this.bytesPerSecond < this.#limits.bytesPerSecond;
  }

  /** The average rate since the start. */
  get bytesPerSecond(): number {
    const { bytesRead } = this.#request.raw.socket;
    return ((bytesRead - this.#began + this.#credit) * 1_000) / Math.max(1, Date.now() - this.#start);
  }

  disconnect(): void {
    this.#request.raw.socket.destroy();
  }

  end(): void {
    clearInterval(this.#timer);
    watched.delete(this.#request.raw.socket);
  }

  #check(): void {
    const { raw } = this.#request;
    const { bytesRead } = raw.socket;
    const least = this.#limits.bytesPerSecond * (this.#checkMs / 1_000);
    // Bytes that wait here unread have arrived: this process is slow then, not the sender.
    if (raw.complete || raw.readableLength > 0) this.#credit += least;
    const brought = bytesRead + this.#credit;
    this.#seen.push(brought);
    if (this.#seen.length > this.#checks) {
      const oldest = this.#seen.shift() ?? 0;
      if (brought - oldest < least * this.#checks) this.disconnect();
    }
    if (bytesRead - this.#began > this.#limits.bytesMax || Date.now() - this.#start > WHOLE_MS) this.disconnect();
  }
}
