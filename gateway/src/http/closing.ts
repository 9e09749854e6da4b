import type { Health } from '@inkling/platform';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;

/** Answers of a server that is about to close say so: a proxy's kept connections end in time, with no request on them. */
export function sendConnectionsAway(fastify: FastifyInstance, health: Health): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (health.draining) reply.header('connection', 'close');
    done();
  });
}

/**
 * Lets a closing server end. Node closes the connections that are idle at that moment; one whose request is still under
 * way would then be kept for the whole keep-alive time, so it is closed once it has its answer.
 */
export function letConnectionsGo(fastify: FastifyInstance): void {
  fastify.addHook('preClose', (done) => {
    const sweep = setInterval(() => fastify.server.closeIdleConnections(), SWEEP_MS).unref();
    fastify.server.once('close', () => clearInterval(sweep));
    done();
  });
}
