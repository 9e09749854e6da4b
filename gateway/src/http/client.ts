import type { FastifyRequest } from 'fastify';

/** Where a call came from, for auth's rate limits. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

/** A caller's address and browser. `X-Forwarded-For` counts as far as TRUSTED_PROXIES and TRUST_PROXY allow. */
export const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip.slice(0, 64),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
});
