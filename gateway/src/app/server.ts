import { existsSync } from 'node:fs';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Health, Metrics, Tracing, type BaseConfig } from '@inkling/platform';
import type { FastifyInstance } from 'fastify';
import passport from 'passport';
import type { GatewayConfig } from '../config.js';
import { serveDocs } from '../docs/docs-pages.js';
import { servePages } from '../pages/pages.js';
import { serveShareTarget } from '../pages/share-target.js';
import { RealtimeAdapter } from '../realtime/realtime-adapter.js';
import { Admission } from '../realtime/admission.js';
import { RecentWriters } from '../session/recent-writers.js';
import { SameSite } from '../session/same-site.js';
import { Sessions } from '../session/sessions.js';
import { SessionStrategy } from '../session/session-strategy.js';
import { serveShares } from '../share/share-routes.js';
import { serveUploads } from '../uploads/uploads-route.js';
import { serveVotes } from '../votes/vote-route.js';
import { isTrusted } from './adapter.js';
import { letConnectionsGo, sendConnectionsAway } from './closing.js';
import { ErrorFilter } from '../http/error-filter.js';
import { serveFeed } from '../feed/feed-route.js';
import { firebaseWebConfig } from '../api/firebase-web-config.js';
import { FORM_LIMITS } from '../uploads/form.js';
import { takeJsonBodies } from './json-body.js';
import { observeRequests } from './request-metrics.js';
import { refuseOtherSites, refuseUnrouted, tagRequests } from './request-hooks.js';
import { traceRequests } from './request-tracing.js';

/** Sets up all of the HTTP server but its controllers: hooks, bodies, hot routes, sockets, documents and pages. */
export async function configure(app: NestFastifyApplication, config: GatewayConfig & BaseConfig): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  tagRequests(fastify);
  traceRequests(fastify, app.get(Tracing), (request) => isTrusted(config, request.raw.socket.remoteAddress, 0));
  refuseOtherSites(fastify, new SameSite(config));
  app.get(RecentWriters).watch(fastify);
  observeRequests(fastify, app.get(Metrics), { verbose: config.LOG_LEVEL === 'debug' || config.LOG_LEVEL === 'trace' });
  sendConnectionsAway(fastify, app.get(Health));
  refuseUnrouted(fastify);
  letConnectionsGo(fastify, config.DRAIN_MS);
  takeJsonBodies(fastify);
  // Before multipart, whose hooks would otherwise run for every vote.
  await serveVotes(app, fastify);
  await serveFeed(app, fastify);
  await serveUploads(app, fastify);
  await app.register(multipart as never, { limits: FORM_LIMITS } as never);
  passport.use(new SessionStrategy());
  app.useWebSocketAdapter(new RealtimeAdapter(app, app.get(Admission)));
  await serveDocs(fastify, config.APP_VERSION);
  serveShareTarget(fastify, app.get(Sessions));
  const pollTags = await serveShares(app, fastify, config.PUBLIC_ORIGIN);
  const root = webRoot(config);
  const https = config.PUBLIC_ORIGIN.startsWith('https:');
  const pages = { https, firebase: firebaseWebConfig(config), errors: app.get(ErrorFilter), pollTags };
  if (root !== undefined) await servePages(fastify, root, pages);
}

function webRoot(config: GatewayConfig): string | undefined {
  if (config.WEB_ROOT === 'none') return undefined;
  const root = config.WEB_ROOT ?? join(import.meta.dirname, '../../web/dist');
  return existsSync(join(root, 'index.html')) ? root : undefined;
}
