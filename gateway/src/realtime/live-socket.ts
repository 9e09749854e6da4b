import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Viewer } from '../session/viewer.js';
import type { FrameCounts } from './socket-metrics.js';

/** Bytes that may wait for a slow reader before it misses ticks, and the misses after which it is dropped. */
const BACKLOG_MAX = 64 * 1024;
const MISSES_MAX = 40;

/** One browser's open WebSocket. */
export class LiveSocket {
  /** Polls that it watches. */
  readonly watches = new Set<number>();
  /** Polls about which the polls service has yet to be asked for this viewer. */
  readonly asking = new Set<number>();
  /** A question is under way; the next waits for its answer. */
  busy = false;
  /** Answered the last ping. */
  alive = true;
  #misses = 0;

  /** @param raw the connection below `ws`: finished frames go straight to it, framed once for all sockets */
  constructor(
    readonly ws: WebSocket,
    private readonly raw: Socket,
    readonly viewer: Viewer,
    private readonly counts: FrameCounts,
  ) {}

  /**
   * Sends a finished frame, unless the reader is far behind: then this one is skipped, and in the end the socket
   * dropped.
   */
  write(frame: Buffer): void {
    if (this.ws.readyState !== WebSocket.OPEN) return;
    if (this.raw.writableLength > BACKLOG_MAX) {
      this.#misses += 1;
      this.counts.skipped += 1;
      if (this.#misses <= MISSES_MAX) return;
      this.counts.socketsDropped += 1;
      this.ws.terminate();
      return;
    }
    this.#misses = 0;
    this.counts.sent += 1;
    this.raw.write(frame);
  }
}
