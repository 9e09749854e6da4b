import { ACCESS_COOKIE, REFRESH_COOKIE, SESSION_HINT_COOKIE, type SessionTokens } from '@inkling/contracts';
import type { FastifyReply } from 'fastify';

/** The value of a cookie in a `Cookie` header, or undefined. The first of several wins. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const key = `${name}=`;
  for (let from = 0; ;) {
    const at = header.indexOf(key, from);
    if (at === -1) return undefined;
    const before = at === 0 ? ';' : header[at - 1];
    if (before === ';' || before === ' ') {
      const end = header.indexOf(';', at);
      return header.slice(at + key.length, end === -1 ? undefined : end).trim();
    }
    from = at + key.length;
  }
}

/**
 * The two session cookies and the hint cookie. On https they are Secure and the first two have the `__Host-` prefix.
 */
export class SessionCookies {
  readonly access: string;
  readonly refresh: string;
  readonly #attributes: string;
  readonly #https: boolean;

  constructor(https: boolean) {
    this.#https = https;
    const prefix = https ? '__Host-' : '';
    this.access = prefix + ACCESS_COOKIE;
    this.refresh = prefix + REFRESH_COOKIE;
    this.#attributes = `; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  }

  set(reply: FastifyReply, tokens: SessionTokens): void {
    this.setAccess(reply, tokens);
    reply.header('set-cookie', this.#cookie(this.refresh, tokens.refreshToken, tokens.refreshExpiresAt));
    reply.header(
      'set-cookie',
      this.#hint(tokens.sessionId, `Expires=${new Date(tokens.refreshExpiresAt).toUTCString()}`),
    );
  }

  setAccess(reply: FastifyReply, tokens: Pick<SessionTokens, 'accessToken' | 'accessExpiresAt'>): void {
    reply.header('set-cookie', this.#cookie(this.access, tokens.accessToken, tokens.accessExpiresAt));
  }

  clear(reply: FastifyReply): void {
    for (const name of [this.access, this.refresh])
      reply.header('set-cookie', `${name}=${this.#attributes}; Max-Age=0`);
    reply.header('set-cookie', this.#hint('', 'Max-Age=0'));
  }

  #hint(value: string, end: string): string {
    return `${SESSION_HINT_COOKIE}=${value}; Path=/; SameSite=Lax${this.#https ? '; Secure' : ''}; ${end}`;
  }

  #cookie(name: string, value: string, expiresAt: string): string {
    return `${name}=${value}${this.#attributes}; Expires=${new Date(expiresAt).toUTCString()}`;
  }
}
