import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayConfig } from '../config.js';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Distinguishes requests of our own pages from those that another site makes a browser send (ADR 6). */
export class SameSite {
  readonly #own: string;
  readonly #allowed: ReadonlySet<string>;

  constructor(config: Pick<GatewayConfig, 'PUBLIC_ORIGIN' | 'ALLOWED_ORIGINS'>) {
    this.#own = config.PUBLIC_ORIGIN;
    this.#allowed = new Set(config.ALLOWED_ORIGINS);
  }

  /** False for an unsafe method from another site. Clients other than browsers send neither header and are allowed. */
  allows(method: string, headers: IncomingHttpHeaders): boolean {
    if (SAFE.has(method)) return true;
    const site = headers['sec-fetch-site'];
    const { origin } = headers;
    if (site !== undefined)
      return site === 'same-origin' || site === 'none' || (origin !== undefined && this.#allowed.has(origin));
    return origin === undefined || this.#knows(origin, headers.host);
  }

  /** False for a WebSocket upgrade from another site. Browsers always send an Origin with it. */
  allowsUpgrade(headers: IncomingHttpHeaders): boolean {
    const { origin } = headers;
    if (origin === undefined) return headers['sec-fetch-site'] === undefined && headers['sec-fetch-mode'] === undefined;
    return this.#knows(origin, headers.host);
  }

  #knows(origin: string, host: string | undefined): boolean {
    if (origin === this.#own || this.#allowed.has(origin)) return true;
    return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
  }
}
