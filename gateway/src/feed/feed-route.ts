import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pollsRpc, routes } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../session/viewer.js';
import { renewSession } from '../session/renewal.js';
import { assertAdmitted, Sessions } from '../session/sessions.js';
import { ErrorFilter } from '../http/error-filter.js';
import { FirstPageReader } from './first-page.js';
import { parse } from '../http/input.js';
import { JSON_TYPE } from '../http/route.js';

/**
 * `GET /api/polls` (docs/product.md#feed), the most frequent read. Fastify calls it without Nest's pipeline, as it
 * calls votes, and the service's bytes are passed on without parsing.
 */
export async function serveFeed(app: NestFastifyApplication, fastify: FastifyInstance): Promise<void> {
  const [firstPage, rpc, sessions, errors] = [
    app.get(FirstPageReader),
    app.get(RpcClient),
    app.get(Sessions),
    app.get(ErrorFilter),
  ];
  const { path, query: schema, success } = routes.feed;
  const read = (viewer: Viewer, query: unknown): Promise<Buffer> => {
    const { page, cursor } = parse(routes.feed, schema, query);
    if (cursor === undefined && (page ?? 1) === 1) return firstPage.read(viewer.userId);
    return rpc.callRaw(pollsRpc.feed, { viewerId: viewer.userId, page, cursor });
  };
  await fastify.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => errors.answer(error, request, reply));
    scope.get(path, async (request, reply) => {
      const viewer = sessions.read(request.headers.cookie) ?? (await renewSession(sessions, request, reply));
      const body = await read(
        assertAdmitted(routes.feed, viewer, () => true),
        request.query,
      );
      return reply.code(success.status).header('content-type', JSON_TYPE).send(body);
    });
  });
}
