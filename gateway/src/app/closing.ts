import { Server, type Socket } from 'node:net';
import type { Health } from '@inkling/platform';
import type { FastifyInstance } from 'fastify';

const CLOSE_UNUSED_MS = 50;
/** Time for requests that a proxy sent before it noticed that this server no longer listens. */
const LAST_REQUESTS_MS = 250;

/** Adds `connection: close` to the answers of a draining server, so that a proxy ends its idle connections in time. */
export function sendConnectionsAway(fastify: FastifyInstance, health: Health): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (health.draining) reply.header('connection', 'close');
    done();
  });
}

/**
 * Closes the server in two steps. At first it only stops listening: Node would also destroy connections that look idle
 * because their request is still on its way. After a while it closes idle connections, and the others once they have
 * their answer. Node would keep those for the whole keep-alive time, and connections that never carried a request,
 * which browsers open in advance, for half a minute.
 */
export function letConnectionsGo(fastify: FastifyInstance, drainMs: number): void {
  // A proxy that is refused a connection stops using this address. Once the address has vanished, its attempts would
  // time out instead.
  const refuseMs = Math.max(LAST_REQUESTS_MS, drainMs / 2);
  const open = new Set<Socket>();
  fastify.server.on('connection', (socket) => void open.add(socket.once('close', () => open.delete(socket))));
  const closeUnused = (): void => {
    fastify.server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
  fastify.addHook('preClose', (done) => {
    if (!fastify.server.listening) return done();
    // After this turn of the event loop has accepted the connections that are waiting, which would be reset.
    setImmediate(() => Server.prototype.close.call(fastify.server));
    setTimeout(() => {
      const timer = setInterval(closeUnused, CLOSE_UNUSED_MS).unref();
      fastify.server.once('close', () => clearInterval(timer));
      done();
    }, refuseMs);
  });
}
