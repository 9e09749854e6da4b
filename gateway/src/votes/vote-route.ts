import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { routes } from '@inkling/contracts';
import type { FastifyInstance } from 'fastify';
import { ErrorFilter } from '../http/error-filter.js';
import { parse } from '../http/input.js';
import { JSON_TYPE } from '../http/route.js';
import { Hub } from '../realtime/hub.js';
import { admit } from '../session/access.js';
import { Sessions } from '../session/sessions.js';
import { VoteLane } from './vote-lane.js';

/**
 * `POST /api/votes` (spec 7), which Fastify calls without Nest's pipeline, like the feed and nothing else: guard, pipes and promises of a
 * controller method cost as much as all the rest of a vote. Row of the route table, access rule, schema and errors are
 * the same as everywhere.
 */
export async function serveVotes(app: NestFastifyApplication, fastify: FastifyInstance): Promise<void> {
  const [lane, hub, sessions, errors] = [app.get(VoteLane), app.get(Hub), app.get(Sessions), app.get(ErrorFilter)];
  const { path, access, body: schema, success } = routes.vote;
  await fastify.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => errors.answer(error, request, reply));
    scope.post(path, (request, reply) => {
      const { cookie } = request.headers;
      const viewer = admit(access, sessions.read(cookie), () => sessions.cookieArrived(cookie));
      const { pollId, optionIndex } = parse(routes.vote, schema, request.body ?? {});
      lane.cast(pollId, viewer.userId, optionIndex, (error, poll) => {
        if (error === null || error.code === 'already-voted') hub.reveal(viewer.userId, pollId);
        if (error) errors.answer(error, request, reply);
        else reply.code(success.status).header('content-type', JSON_TYPE).send(poll);
      });
    });
  });
}
