import type { FastifyRequest } from 'fastify';
import type { Client } from '../session/sessions.js';

/**
 * Address and browser of a caller. The address follows `X-Forwarded-For` only as far as TRUSTED_PROXIES and TRUST_PROXY
 * say.
 */
export const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip.slice(0, 64),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
});
