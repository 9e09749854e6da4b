import { Server, type Socket } from 'node:net';
import type { Health } from '@inkling/platform';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;
/** For what a proxy has sent before it knew that nobody listens any more. */
const LAST_REQUESTS_MS = 250;

/**
 * Answers of a server that is about to close say so: a proxy's kept connections end in time, with no request on them.
 */
export function sendConnectionsAway(fastify: FastifyInstance, health: Health): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (health.draining) reply.header('connection', 'close');
    done();
  });
}

/**
 * Lets a closing server end. First it only stops listening: Node would also destroy connections that look idle since
 * their request is still on its way. Then idle ones are closed, and the others once they have their answer; Node would
 * keep those for the whole keep-alive time, and one on which nothing was ever asked, as browsers open them, for half a
 * minute.
 */
export function letConnectionsGo(fastify: FastifyInstance, drainMs: number): void {
  // A proxy that is refused marks this address as gone while it still exists: asked once it has vanished, it would time
  // out.
  const refuseMs = Math.max(LAST_REQUESTS_MS, drainMs / 2);
  const open = new Set<Socket>();
  fastify.server.on('connection', (socket) => void open.add(socket.once('close', () => open.delete(socket))));
  const closeUnused = (): void => {
    fastify.server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
  fastify.addHook('preClose', (done) => {
    if (!fastify.server.listening) return done();
    // Right after a turn of the event loop has taken in what had connected: the system resets whoever waits in line
    // then.
    setImmediate(() => Server.prototype.close.call(fastify.server));
    setTimeout(() => {
      const sweep = setInterval(closeUnused, SWEEP_MS).unref();
      fastify.server.once('close', () => clearInterval(sweep));
      done();
    }, refuseMs);
  });
}
