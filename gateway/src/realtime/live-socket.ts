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
  /** Polls for which the polls service has yet to be asked what this viewer may see. */
  readonly asking = new Set<number>();
  /** A call for this socket is under way; the next one waits for its answer. */
  busy = false;
  /** Answered the last ping. */
  alive = true;
  #misses = 0;
  readonly #raw: Socket;
  readonly #counts: FrameCounts;

  /** @param raw the connection below `ws`, to which frames that are encoded once for all sockets are written */
  constructor(
    readonly ws: WebSocket,
    raw: Socket,
    readonly viewer: Viewer,
    counts: FrameCounts,
  ) {
    this.#raw = raw;
    this.#counts = counts;
  }

  /** Sends an encoded frame. If the reader is far behind, the frame is skipped, and in the end the socket is closed. */
  write(frame: Buffer): void {
    if (this.ws.readyState !== WebSocket.OPEN) return;
    if (this.#raw.writableLength > BACKLOG_MAX) {
      this.#misses += 1;
      this.#counts.skipped += 1;
      if (this.#misses <= MISSES_MAX) return;
      this.#counts.socketsDropped += 1;
      this.ws.terminate();
      return;
    }
    this.#misses = 0;
    this.#counts.sent += 1;
    this.#raw.write(frame);
  }
}
