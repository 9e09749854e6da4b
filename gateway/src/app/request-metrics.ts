import { Logger } from '@nestjs/common';
import type { Metrics } from '@inkling/platform';
import type { FastifyInstance, onResponseHookHandler } from 'fastify';
import { Histogram } from '@prometheus-io/client';

type Labels = 'method' | 'route' | 'status';

/** Measures rate, errors and duration by route template, and logs server errors; with `verbose`, every request. */
export function observeRequests(fastify: FastifyInstance, metrics: Metrics, options: { verbose: boolean }): void {
  const logger = new Logger('Http');
  const duration = new Histogram<Labels>({
    name: 'inkling_http_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [metrics.registry],
  });
  const observer = (route: string): onResponseHookHandler => {
    // Looking up labels costs more than observing does, so each status keeps its series.
    const series: Histogram.Internal<Labels>[] = [];
    return (request, reply, done) => {
      const { statusCode, elapsedTime } = reply;
      const own = (series[statusCode] ??= duration.labels({
        method: request.method,
        route,
        status: String(statusCode),
      }));
      own.observe(elapsedTime / 1_000);
      // A readiness probe that answers 503 is not a failure.
      const failed = statusCode >= 500 && !route.startsWith('/health/');
      if (failed || options.verbose)
        logger[failed ? 'warn' : 'debug'](`${request.method} ${route} ${statusCode} in ${Math.round(elapsedTime)} ms`);
      done();
    };
  };
  fastify.addHook('onRoute', (route) => {
    route.onResponse = [...[route.onResponse ?? []].flat(), observer(route.url)];
  });
  const unknown = observer('unknown');
  fastify.addHook('onResponse', (request, reply, done) => {
    if (request.is404) unknown.call(fastify, request, reply, done);
    else done();
  });
}
