import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import { continueRequest, currentRequestId, parseTraceparent, runWithContext, type Tracing } from '@inkling/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';

const spans = new WeakMap<FastifyRequest, Span>();

/**
 * Starts a span per request, named by its route's template. A span holds neither user, address nor body, so that the
 * trace of a vote names no voter (ADR 5).
 * @param trusts true for a request from one of our proxies: its `traceparent` is continued, any other is only linked
 */
export function traceRequests(
  fastify: FastifyInstance,
  tracing: Tracing,
  trusts: (request: FastifyRequest) => boolean,
): void {
  if (!tracing.on) return;
  fastify.addHook('onRequest', (request, reply, done) => {
    const route = request.is404 ? undefined : request.routeOptions.url;
    if (route?.startsWith('/health/')) {
      done();
      return;
    }
    const given = parseTraceparent(request.headers['traceparent']);
    const trusted = trusts(request);
    const span = tracing.begin(`${request.method} ${route ?? 'unknown'}`, trusted ? given : undefined, {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, ...(route === undefined ? {} : { 'http.route': route }) },
      links: given && !trusted ? [{ context: given }] : [],
    });
    spans.set(request, span);
    // `close` comes even if the browser disconnects before its answer.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    runWithContext({ requestId: currentRequestId() ?? randomUUID(), span }, done);
  });
  // A body that arrives in pieces is read in the connection's context, so the request's is restored after it.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) continueRequest(span, done);
    else done();
  });
}
