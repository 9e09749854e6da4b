import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import helmet from '@fastify/helmet';
import statics from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundException } from '@nestjs/common';
import { ACCESS_COOKIE, REFRESH_COOKIE } from '@inkling/contracts';
import type { ErrorFilter } from '../http/error-filter.js';
import { pollPage } from './poll-page.js';
import { contentPolicy, type PolicyOptions } from './content-policy.js';
import { findPageFiles } from './page-files.js';

/** Paths that never are pages: unknown ones are answered with an API error. */
const NOT_A_PAGE = /^\/(?:api|ws|uploads|health|metrics|embed|share\/poll|share-target)(?:\/|$|\?)/;
/** Paths of files; the path of a page may contain a dot as well. As in infra/nginx/nginx.conf. */
const IS_FILE =
  /\/\.\w|\.(?:avif|br|css|gif|gz|html|ico|jpe?g|js|json|map|mp4|png|svg|txt|wasm|webm|webmanifest|webp|woff2?|xml)$/i;
/** They match with and without the prefix that cookies have on https. */
const SESSION_COOKIES = [ACCESS_COOKIE, REFRESH_COOKIE];
const YEAR_SECONDS = 365 * 24 * 60 * 60;

export interface PageOptions extends PolicyOptions {
  readonly errors: ErrorFilter;
  /** Tags of a poll's page as HTML, by the path's id; undefined for the plain page. It is quick and never rejects. */
  readonly pollTags: (id: string) => Promise<string | undefined>;
}

/** A page differs with the session's cookies: it names other files to preload. */
const VARY = ['vary', 'Cookie'] as const;

/** Only a hint for what to preload; the API decides whether the session is valid. */
const hasSession = ({ headers }: FastifyRequest): boolean =>
  SESSION_COOKIES.some((name) => headers.cookie?.includes(`${name}=`));

/**
 * Serves the built web application where no nginx does: the build's compressed files, assets to be cached for ever
 * (their names carry a hash), pages to be revalidated, and a page for every path that the browser routes. A poll's page
 * carries the tags that other sites read (docs/product.md#sharing).
 */
export async function servePages(fastify: FastifyInstance, root: string, options: PageOptions): Promise<void> {
  const pageFile = await findPageFiles(root);
  const visitorsFile = pageFile('/poll/1', false);
  const withTags = pollPage(await readFile(join(root, visitorsFile), 'utf8'));
  await fastify.register(async (scope) => {
    // Errors of the file server, such as for a path that leads out of the folder, mean that there is no such page.
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) =>
      options.errors.answer((error.statusCode ?? 500) < 500 ? new NotFoundException() : error, request, reply),
    );
    await scope.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: contentPolicy(options),
      },
      // Google's pop-up reports the result of sign-in to this page.
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
      // Set only for an existing file: a missing one must not be cached for a year.
      setHeaders: (reply, path) =>
        void reply.header(
          'cache-control',
          path.startsWith(hashed) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        ),
    });
    scope.get<{ Params: { id: string } }>('/poll/:id', async (request, reply) => {
      const signedIn = hasSession(request);
      const file = pageFile('/poll/1', signedIn);
      reply.header(...VARY);
      // Tags are for other sites. A member may be apart from the author by a block, and then learns nothing here.
      if (signedIn || !withTags) return reply.sendFile(file);
      const tags = await options.pollTags(request.params.id);
      if (tags === undefined) return reply.sendFile(file);
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(withTags(tags));
    });
    scope.get('/*', (request: FastifyRequest, reply: FastifyReply) => {
      const path = request.url.split('?', 1)[0] ?? '/';
      if (NOT_A_PAGE.test(path)) {
        options.errors.answer(new NotFoundException(), request, reply);
        return reply;
      }
      if (IS_FILE.test(path)) return reply.sendFile(path.slice(1));
      return reply.header(...VARY).sendFile(pageFile(path, hasSession(request)));
    });
  });
}
