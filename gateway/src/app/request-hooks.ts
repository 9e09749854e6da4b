import { randomUUID } from 'node:crypto';
import { ApiError, runWithContext } from '@inkling/platform';
import type { FastifyInstance } from 'fastify';
import type { SameSite } from '../session/same-site.js';
import { unrouted } from '../http/unrouted.js';

/** An id from outside is kept only if it is harmless in a log and in a header. */
const SAFE_ID = /^[\w.-]{8,64}$/;

/** Gives every request an id, which its answer, its log lines and its calls carry. API answers are never cached. */
export function tagRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID();
    reply.header('x-request-id', requestId);
    reply.header('x-content-type-options', 'nosniff');
    // The route is checked as well, because the router also accepts a path whose letters are percent-encoded.
    if (request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/'))
      reply.header('cache-control', 'no-store');
    runWithContext({ requestId }, done);
  });
}

/** Refuses a request without a route before its body is read: an error about the body would mislead. */
export function refuseUnrouted(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) done(unrouted(request.method, request.url).error as never);
    else done();
  });
}

/** Refuses an unsafe request that another site made a browser send, before its body is read. */
export function refuseOtherSites(fastify: FastifyInstance, sameSite: SameSite): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (sameSite.allows(request.method, request.headers)) done();
    else done(new ApiError('cross-site') as never);
  });
}
