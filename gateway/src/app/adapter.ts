import { PUSH_TOKEN_MAX } from '@inkling/contracts';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { ErrorFilter } from '../http/error-filter.js';
import { refuseGarbage } from './client-errors.js';
import { JSON_BODY_MAX } from './json-body.js';

/** Longer than a proxy keeps an idle connection, so that it is never ours that closes under a request. */
const KEEP_ALIVE_MS = 75_000;

/** For a whole request to arrive; slow senders must not hold sockets. */
const REQUEST_MS = 30_000;

/** Fastify as the gateway needs it. Failures before routing are answered once the application is there. */
export function createAdapter(config: GatewayConfig): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: JSON_BODY_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_MS,
    trustProxy: (address: string, hop: number) => isTrusted(config, address, hop),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => '',
    // A push token is a part of the path.
    routerOptions: { maxParamLength: PUSH_TOKEN_MAX },
    clientErrorHandler: refuseGarbage,
    frameworkErrors: answerEarly as never,
    // No middleware runs in the gateway.
    skipMiddie: true,
  });
  // Nest would add a parser for forms and raw bodies of its own.
  adapter.registerParserMiddleware = () => undefined;
  return adapter;
}

/** True for a peer whose word about a request's origin counts; `hop` is 0 for the one that is connected. */
export const isTrusted = (config: GatewayConfig, address: string | undefined, hop: number): boolean =>
  hop < (config.TRUST_PROXY ?? Infinity) && config.TRUSTED_PROXIES.has(address);

/** A path that cannot be decoded and the like: before there is a route, or an application. */
const answerEarly = (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
  new ErrorFilter().answer(error, request, reply);
