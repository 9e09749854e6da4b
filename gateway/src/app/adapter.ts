import { PUSH_TOKEN_MAX } from '@inkling/contracts';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { ErrorFilter } from '../http/error-filter.js';
import { refuseGarbage } from './client-errors.js';
import { JSON_BODY_MAX } from './json-body.js';

/** Longer than a proxy keeps an idle connection, so that this server never closes one while a request is on its way. */
const KEEP_ALIVE_MS = 75_000;

/** How long a whole request may take to arrive: slow senders must not hold sockets. */
const REQUEST_MS = 30_000;

/** Fastify with the gateway's settings. */
export function createAdapter(config: GatewayConfig): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: JSON_BODY_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_MS,
    trustProxy: (address: string, hop: number) => isTrusted(config, address, hop),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => '',
    // A push token is part of a path.
    routerOptions: { maxParamLength: PUSH_TOKEN_MAX },
    clientErrorHandler: refuseGarbage,
    frameworkErrors: answerEarly as never,
    // No middleware runs in the gateway.
    skipMiddie: true,
  });
  // Nest would add its own parser for forms and raw bodies.
  adapter.registerParserMiddleware = () => undefined;
  return adapter;
}

/** True for a peer whose forwarding headers are believed; `hop` is 0 for the one that is connected. */
export const isTrusted = (config: GatewayConfig, address: string | undefined, hop: number): boolean =>
  hop < (config.TRUST_PROXY ?? Infinity) && config.TRUSTED_PROXIES.has(address);

/** Answers requests that fail before routing, such as a path that cannot be decoded. */
const answerEarly = (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
  new ErrorFilter().answer(error, request, reply);
