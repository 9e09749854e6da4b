import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import statics from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.js';

const DOCUMENT_PATH = '/api/openapi.json';
/** The page's scripts come from this server; its styles are partly inline. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inkling API</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;
const START = `SwaggerUIBundle({
  url: ${JSON.stringify(DOCUMENT_PATH)},
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
});
`;

/** Serves the API's description, as JSON at /api/openapi.json and as a page at /api/docs, all from this host. */
export async function serveDocs(fastify: FastifyInstance, version: string): Promise<void> {
  const document = JSON.stringify(openApiDocument(version));
  // swagger-ui-dist would bring a package that reports installations.
  const viewer = createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json');
  const assets = join(dirname(viewer), 'static');
  await fastify.register(async (scope) => {
    await scope.register(statics, {
      root: assets,
      prefix: '/api/docs/assets/',
      index: false,
      allowedPath: (path) => /^\/(?:swagger-ui\.css|swagger-ui-bundle\.js)$/.test(path),
      decorateReply: false,
    });
    scope.get(DOCUMENT_PATH, (_request, reply) => reply.type('application/json; charset=utf-8').send(document));
    scope.get('/api/docs', (_request, reply) =>
      reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(PAGE),
    );
    scope.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START));
  });
}
