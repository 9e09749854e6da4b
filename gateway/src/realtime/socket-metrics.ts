import { Injectable } from '@nestjs/common';
import { Metrics } from '@inkling/platform';
import { Counter } from '@prometheus-io/client';

/** Outcomes of frames, as plain numbers, because one tick writes to ten thousand sockets. */
export interface FrameCounts {
  sent: number;
  /** Not sent, because the reader was far behind. */
  skipped: number;
  /** Sockets closed for being slow. */
  socketsDropped: number;
}

/** Numbers of this gateway's WebSockets. */
@Injectable()
export class SocketMetrics {
  readonly frames: FrameCounts = { sent: 0, skipped: 0, socketsDropped: 0 };

  constructor(private readonly metrics: Metrics) {
    this.#count('inkling_ws_frames_sent_total', 'Frames written to sockets', 'sent');
    this.#count('inkling_ws_frames_dropped_total', 'Frames that a slow socket did not get', 'skipped');
    this.#count('inkling_ws_sockets_dropped_total', 'Sockets closed for being too slow', 'socketsDropped');
  }

  /** Registers the function that counts open sockets. */
  watch(open: () => number): void {
    this.metrics.read('inkling_ws_open', 'Open WebSockets', () => [{ value: open() }]);
  }

  #count(name: string, help: string, figure: keyof FrameCounts): void {
    const { frames } = this;
    new Counter({
      name,
      help,
      registers: [this.metrics.registry],
      collect() {
        this.reset();
        this.inc(frames[figure]);
      },
    });
  }
}
