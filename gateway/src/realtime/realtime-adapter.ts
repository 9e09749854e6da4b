import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { Admission } from './admission.js';
import { parseClientFrame } from './frames.js';

/** Bytes of a browser's frame at the most; a longer one closes the socket (1009). */
const FRAME_MAX = 4 * 1024;

/** Nest's adapter for `ws` with our frames and our say on upgrades. */
export class RealtimeAdapter extends WsAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly admission: Admission,
  ) {
    super(app, { messageParser: parseClientFrame as never });
  }

  override create(port: number, options: Record<string, unknown> & { namespace?: string; server?: unknown; path?: string } = {}): unknown {
    return super.create(port, { ...options, maxPayload: FRAME_MAX, perMessageDeflate: false, verifyClient: this.admission.verify });
  }
}
