import { Logger } from '@nestjs/common';
import type { Metrics } from '@inkling/platform';
import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';

type Labels = 'method' | 'route' | 'status';

/** Rate, errors and duration by route template, and a log line for what failed on our side. */
export function observeRequests(fastify: FastifyInstance, metrics: Metrics): void {
  const logger = new Logger('Http');
  const duration = new Histogram<Labels>({
    name: 'inkling_http_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [metrics.registry],
  });
  // Looking labels up costs more than observing; there are few combinations.
  const bound = new Map<string, Histogram.Internal<Labels>>();
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const key = `${request.method} ${route} ${reply.statusCode}`;
    let series = bound.get(key);
    if (!series) {
      series = duration.labels({ method: request.method, route, status: String(reply.statusCode) });
      bound.set(key, series);
    }
    series.observe(reply.elapsedTime / 1_000);
    // A probe that says no is an answer, not a failure.
    if (reply.statusCode >= 500 && !route.startsWith('/health/')) logger.warn(`${request.method} ${route} ${reply.statusCode} in ${Math.round(reply.elapsedTime)} ms`);
    else logger.debug(`${request.method} ${route} ${reply.statusCode} in ${Math.round(reply.elapsedTime)} ms`);
    done();
  });
}
