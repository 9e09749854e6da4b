import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { routes } from '@inkling/contracts';
import { Tracing, currentSpan, type ApiError } from '@inkling/platform';
import type { FastifyInstance } from 'fastify';
import { ErrorFilter } from '../http/error-filter.js';
import { parse } from '../http/input.js';
import { JSON_TYPE } from '../http/route.js';
import { Hub } from '../realtime/hub.js';
import { Sessions } from '../session/sessions.js';
import { NetworkFlags } from './network-flags.js';
import { VoteForwarder } from './vote-forwarder.js';
import { VotingRule } from './voting-rule.js';

/** Refusals that say that the user has voted or abstained before. */
const SEES_RESULTS: ReadonlySet<string> = new Set(['already-voted', 'abstained']);

/**
 * `POST /api/votes` (docs/product.md#votes). Fastify calls it without Nest's pipeline, like the feed: the guard, pipes
 * and promises of a controller method cost as much as the rest of a vote. The row of the route table, the access rule,
 * the schema and the errors are used as everywhere.
 */
export async function serveVotes(app: NestFastifyApplication, fastify: FastifyInstance): Promise<void> {
  const [forwarder, rule, hub] = [app.get(VoteForwarder), app.get(VotingRule), app.get(Hub)];
  const networks = app.get(NetworkFlags);
  const [sessions, errors, tracing] = [app.get(Sessions), app.get(ErrorFilter), app.get(Tracing)];
  const { path, body: schema, success } = routes.vote;
  await fastify.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => errors.answer(error, request, reply));
    scope.post(path, (request, reply) => {
      const viewer = sessions.admit(routes.vote, request.headers.cookie);
      const { pollId, optionIndex, choices = [optionIndex!] } = parse(routes.vote, schema, request.body ?? {});
      // Read the address now, since a client that disconnects before the answer has none any more.
      const { ip } = request;
      const settle = (error: ApiError | null, poll: string): void => {
        if (error === null || SEES_RESULTS.has(error.code)) hub.reveal(viewer.userId, pollId);
        if (error) errors.answer(error, request, reply);
        else {
          reply.code(success.status).header('content-type', JSON_TYPE).send(poll);
          networks.voted(pollId, ip);
        }
      };
      const span = tracing.on ? currentSpan() : undefined;
      const cast = () => forwarder.cast({ pollId, userId: viewer.userId, choices, settle, span });
      const checked = rule.check(viewer);
      if (checked) checked.then(cast, (error: unknown) => errors.answer(error, request, reply));
      else cast();
    });
  });
}
