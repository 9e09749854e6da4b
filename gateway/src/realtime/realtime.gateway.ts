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
import { FrameAllowance } from './frame-limit.js';
import { errorFrame, pongFrame } from './frames.js';
import { Hub } from './hub.js';
import { LiveSocket } from './live-socket.js';
import { SocketMetrics } from './socket-metrics.js';

const INVALID = errorFrame(
  'invalid-frame',
  'Send {"type":"subscribe","pollId":1} or {"type":"unsubscribe","pollId":1}.',
);

/** `/ws`: browsers say which polls they watch (decisions, Realtime). */
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
    // A browser can cause these at will, so they are no errors of ours.
    client.removeAllListeners('error');
    client.on('error', (error) => this.#logger.debug(`Socket failed: ${error.message}`));
    const viewer = this.admission.viewerOf(request);
    if (!viewer) {
      client.close(WS_CLOSE_SIGNED_OUT);
      return;
    }
    const socket = new LiveSocket(client, request.socket, viewer, this.metrics.frames);
    this.#sockets.set(client, socket);
    // Not by the library, which keeps what a sender of pings does not read.
    client.on('ping', (data: Buffer) => socket.write(pongFrame(data)));
    holdBack(client);
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

/** Reads no further from who sends too much, until it has waited for it: nothing is lost, and nobody else waits. */
function holdBack(client: WebSocket): void {
  const allowance = new FrameAllowance();
  const goOn = (): void => {
    const waitMs = allowance.waitMs();
    if (waitMs === 0) client.resume();
    else setTimeout(goOn, waitMs).unref();
  };
  client.on('message', () => {
    allowance.spend();
    if (client.isPaused || allowance.waitMs() === 0) return;
    client.pause();
    goOn();
  });
}
