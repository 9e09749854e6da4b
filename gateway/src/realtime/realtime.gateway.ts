import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
} from '@nestjs/websockets';
import { WS_CLOSE_SIGNED_OUT, WS_PATH } from '@inkling/contracts';
import type { WebSocket } from 'ws';
import { Admission } from './admission.js';
import { FrameLimit } from './frame-limit.js';
import { errorFrame, pongFrame } from './frames.js';
import { Hub } from './hub.js';
import { LiveSocket } from './live-socket.js';
import { SocketMetrics } from './socket-metrics.js';

const INVALID = errorFrame(
  'invalid-frame',
  'Send {"type":"subscribe","pollId":1} or {"type":"unsubscribe","pollId":1}.',
);

/** `/ws`: browsers say which polls they watch (docs/product.md#live-updates). */
@WebSocketGateway({ path: WS_PATH })
export class RealtimeGateway implements OnGatewayConnection, OnGatewayDisconnect {
  readonly #logger = new Logger(RealtimeGateway.name);
  readonly #sockets = new Map<WebSocket, LiveSocket>();

  constructor(
    private readonly hub: Hub,
    private readonly admission: Admission,
    private readonly metrics: SocketMetrics,
  ) {}

  handleConnection(client: WebSocket, request: IncomingMessage): void {
    // A browser can cause these at will, so they are not logged as errors.
    client.removeAllListeners('error');
    client.on('error', (error) => this.#logger.debug(`Socket failed: ${error.message}`));
    const viewer = this.admission.viewerOf(request);
    if (!viewer) {
      client.close(WS_CLOSE_SIGNED_OUT);
      return;
    }
    const socket = new LiveSocket(client, request.socket, viewer, this.metrics.frames);
    this.#sockets.set(client, socket);
    // The library would buffer pongs for a browser that sends pings and reads nothing.
    client.on('ping', (data: Buffer) => socket.write(pongFrame(data)));
    limitFrames(client);
    this.hub.join(socket);
  }

  handleDisconnect(client: WebSocket): void {
    const socket = this.#sockets.get(client);
    if (!socket) return;
    this.#sockets.delete(client);
    this.hub.leave(socket);
  }

  @SubscribeMessage('subscribe')
  subscribe(@ConnectedSocket() client: WebSocket, @MessageBody() pollId: number): void {
    const socket = this.#sockets.get(client);
    if (socket) this.hub.subscribe(socket, pollId);
  }

  @SubscribeMessage('unsubscribe')
  unsubscribe(@ConnectedSocket() client: WebSocket, @MessageBody() pollId: number): void {
    const socket = this.#sockets.get(client);
    if (socket) this.hub.unsubscribe(socket, pollId);
  }

  @SubscribeMessage('invalid')
  invalid(@ConnectedSocket() client: WebSocket): void {
    this.#sockets.get(client)?.write(INVALID);
  }
}

/** Pauses reading from a socket that exceeds its limit, until it has waited out its debt. No frame is lost. */
function limitFrames(client: WebSocket): void {
  const limit = new FrameLimit();
  const goOn = (): void => {
    const waitMs = limit.waitMs();
    if (waitMs === 0) client.resume();
    else setTimeout(goOn, waitMs).unref();
  };
  client.on('message', () => {
    limit.spend();
    if (client.isPaused || limit.waitMs() === 0) return;
    client.pause();
    goOn();
  });
}
