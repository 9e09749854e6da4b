import type { FastifyRequest } from 'fastify';

/** The longest time between two looks at a sender. */
const LOOK_MS = 1_000;
/** For a whole form, however steadily it comes: 25 MB at 340 kbit/s. */
const WHOLE_MS = 10 * 60_000;

const watched = new WeakSet<object>();

/** True while an upload is arriving on this connection: it has a clock of its own, and the server's does not count. */
export const isUploading = (socket: object): boolean => watched.has(socket);

export interface SenderLimits {
  /** The time over which the rate is measured. */
  readonly stallSeconds: number;
  /** What a sender brings at least, on average over that time. */
  readonly bytesPerSecond: number;
  /** What a sender brings at most, in all. */
  readonly bytesMax: number;
}

/**
 * Watches a sender from the first byte of its file on. It is disconnected when it falls below the rate, goes on for too
 * long or brings too much. A phone on a slow line may take minutes; a connection that only holds a place may not.
 */
export class SenderWatch {
  readonly #request: FastifyRequest;
  readonly #limits: SenderLimits;
  readonly #start = Date.now();
  readonly #began: number;
  readonly #timer: NodeJS.Timeout;
  readonly #lookMs: number;
  /**
   * Bytes at the latest looks, the oldest first. Looks count, not time: a standstill of this process is no fault of the
   * sender.
   */
  readonly #seen: number[];
  readonly #looks: number;
  #credit = 0;

  constructor(request: FastifyRequest, limits: SenderLimits) {
    this.#request = request;
    this.#limits = limits;
    this.#lookMs = Math.min(LOOK_MS, limits.stallSeconds * 200);
    this.#looks = Math.ceil((limits.stallSeconds * 1_000) / this.#lookMs);
    this.#began = request.raw.socket.bytesRead;
    this.#seen = [this.#began];
    watched.add(request.raw.socket);
    this.#timer = setInterval(() => this.#look(), this.#lookMs).unref();
  }

  /** True when it has been slower than the rate since it began. */
  get slow(): boolean {
    return !this.#request.raw.complete && this.bytesPerSecond < this.#limits.bytesPerSecond;
  }

  /** The average since it began. */
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

  #look(): void {
    const { raw } = this.#request;
    const { bytesRead } = raw.socket;
    const least = this.#limits.bytesPerSecond * (this.#lookMs / 1_000);
    // What lies here unread has come: this process is slow then, not its sender.
    if (raw.complete || raw.readableLength > 0) this.#credit += least;
    const brought = bytesRead + this.#credit;
    this.#seen.push(brought);
    if (this.#seen.length > this.#looks) {
      const oldest = this.#seen.shift() ?? 0;
      if (brought - oldest < least * this.#looks) this.disconnect();
    }
    if (bytesRead - this.#began > this.#limits.bytesMax || Date.now() - this.#start > WHOLE_MS) this.disconnect();
  }
}
