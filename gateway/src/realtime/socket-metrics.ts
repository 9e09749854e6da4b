import { Injectable } from '@nestjs/common';
import { Metrics } from '@inkling/platform';
import { Counter } from '@prometheus-io/client';

/** What has become of frames, counted as plain numbers: ten thousand sockets are written to in one tick. */
export interface FrameCounts {
  sent: number;
  /** Left out, since the reader was far behind. */
  skipped: number;
  /** Sockets given up on for being slow. */
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

  /** Reads the open sockets when asked. */
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
