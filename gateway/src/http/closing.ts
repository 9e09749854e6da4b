import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;

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
