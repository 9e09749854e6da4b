import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { Admission } from './admission.js';
import { parseClientFrame } from './frames.js';

/** The largest frame of a browser, in bytes; a longer one closes the socket (1009). */
const FRAME_MAX = 4 * 1024;

/**
 * Runs before Nest handles an upgrade. From then on Node no longer listens for errors of the connection, and an error
 * without a listener ends the process. For an address that cannot be parsed, Nest answers but never closes.
 */
function prepareUpgrade({ url = '', headers }: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  if (!URL.canParse(url, `ws://${headers.host}/`)) socket.destroy();
}

/** Nest's adapter for `ws` with our frames and our admission of upgrades. */
export class RealtimeAdapter extends WsAdapter {
  readonly #admission: Admission;

  constructor(app: INestApplicationContext, admission: Admission) {
    super(app, { messageParser: parseClientFrame as never });
    this.#admission = admission;
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
      verifyClient: this.#admission.verify,
    });
  }

  protected override ensureHttpServerExists(port: number, httpServer?: Server): Server | undefined {
    httpServer?.prependListener('upgrade', prepareUpgrade);
    return super.ensureHttpServerExists(port, httpServer);
  }
}
