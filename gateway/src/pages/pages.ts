import { join, sep } from 'node:path';
import helmet from '@fastify/helmet';
import statics from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundException } from '@nestjs/common';
import type { ErrorFilter } from '../http/error-filter.js';
import { contentPolicy, type PolicyOptions } from './content-policy.js';

/** Paths that never are pages: an unknown one is answered in the API's error shape. */
const NOT_A_PAGE = /^\/(?:api|ws|uploads|health|metrics)(?:\/|$|\?)/;
const HAS_EXTENSION = /\.[A-Za-z0-9]{1,12}$/;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Serves the built web application where no nginx stands in front: compressed files as the build made them, assets for
 * ever (their names carry a hash), the page itself always fresh, and the page for every path that the browser routes.
 */
export async function servePages(fastify: FastifyInstance, root: string, options: PolicyOptions & { errors: ErrorFilter }): Promise<void> {
  await fastify.register(async (scope) => {
    // A path that leads out of the folder, and the like: there is no such page.
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => options.errors.answer((error.statusCode ?? 500) < 500 ? new NotFoundException() : error, request, reply));
    await scope.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: contentPolicy(options),
      },
      // Google's pop-up tells this page how it went.
      crossOriginOpenerPolicy: { policy: options.firebase ? 'same-origin-allow-popups' : 'same-origin' },
      hsts: options.https,
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    });
    const hashed = join(root, 'assets') + sep;
    await scope.register(statics, {
      root,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      etag: true,
      // Only for a file that is there: a missing one must not be remembered for a year.
      setHeaders: (reply, path) => void reply.header('cache-control', path.startsWith(hashed) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'),
    });
    scope.get('/*', (request: FastifyRequest, reply: FastifyReply) => {
      const path = request.url.split('?', 1)[0] ?? '/';
      if (NOT_A_PAGE.test(path)) {
        options.errors.answer(new NotFoundException(), request, reply);
        return reply;
      }
      const file = HAS_EXTENSION.test(path) ? path.slice(1) : 'index.html';
      return reply.sendFile(file);
    });
  });
}
