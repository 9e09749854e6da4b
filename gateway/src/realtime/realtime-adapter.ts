import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { Admission } from './admission.js';
import { parseClientFrame } from './frames.js';

/** Bytes of a browser's frame at the most; a longer one closes the socket (1009). */
const FRAME_MAX = 4 * 1024;

/**
 * Runs before Nest looks at an upgrade. From there on Node no longer listens to the connection, and an error that
 * nobody hears ends the process; and where no address can be read, Nest answers but never hangs up.
 */
function receive({ url = '', headers }: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  if (!URL.canParse(url, `ws://${headers.host}/`)) socket.destroy();
}

/** Nest's adapter for `ws` with our frames and our say on upgrades. */
export class RealtimeAdapter extends WsAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly admission: Admission,
  ) {
    super(app, { messageParser: parseClientFrame as never });
  }

  override create(
    port: number,
    options: Record<string, unknown> & { namespace?: string; server?: unknown; path?: string } = {},
  ): unknown {
    return super.create(port, {
      ...options,
      maxPayload: FRAME_MAX,
      perMessageDeflate: false,
      autoPong: false,
      verifyClient: this.admission.verify,
    });
  }

  protected override ensureHttpServerExists(port: number, httpServer?: Server): Server | undefined {
    httpServer?.prependListener('upgrade', receive);
    return super.ensureHttpServerExists(port, httpServer);
  }
}
