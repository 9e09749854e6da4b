import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { SuspendedClaim, Viewer } from './viewer.js';

const TOKEN_MAX = 2_048;
/** How far the clocks of auth and gateway may differ. */
const SKEW_SECONDS = 60;
const SESSION_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Verifies access tokens (contract SessionClaims): compact JWS with HS256 only. It is synchronous and takes about 4 us;
 * in the thread pool it would wait behind other work.
 */
export class AccessTokens {
  readonly #key: KeyObject;
  /** The last header that was accepted: all tokens from auth have the same one. */
  #goodHeader = '';
  readonly #lifetimeSeconds: number;

  /** @param lifetimeSeconds how long a token is valid after its `iat`, whatever its `exp` says */
  constructor(secret: string, lifetimeSeconds: number) {
    this.#lifetimeSeconds = lifetimeSeconds;
    this.#key = createSecretKey(Buffer.from(secret));
  }

  /** The token's viewer, or undefined for one that is forged, malformed or expired. `now` in milliseconds. */
  verify(token: string, now = Date.now()): Viewer | undefined {
    if (token.length > TOKEN_MAX) return undefined;
    const first = token.indexOf('.');
    const last = token.lastIndexOf('.');
    if (first <= 0 || last === first || token.indexOf('.', first + 1) !== last) return undefined;
    if (!this.#headerIsGood(token.slice(0, first))) return undefined;
    const expected = createHmac('sha256', this.#key).update(token.slice(0, last)).digest();
    const given = Buffer.from(token.slice(last + 1), 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return this.#viewer(token.slice(first + 1, last), now / 1_000);
  }

  #headerIsGood(header: string): boolean {
    if (header === this.#goodHeader) return true;
    const parsed = decode(header);
    if (parsed?.['alg'] !== 'HS256' || 'crit' in parsed) return false;
    this.#goodHeader = header;
    return true;
  }

  #viewer(payload: string, now: number): Viewer | undefined {
    const claims = decode(payload);
    if (!claims) return undefined;
    const { sub, sid, profile, iat, exp } = claims;
    if (
      typeof iat !== 'number' ||
      typeof exp !== 'number' ||
      iat > now + SKEW_SECONDS ||
      exp <= now ||
      iat + this.#lifetimeSeconds + SKEW_SECONDS <= now
    )
      return undefined;
    if (
      !Number.isSafeInteger(sub) ||
      (sub as number) <= 0 ||
      typeof sid !== 'string' ||
      !SESSION_ID.test(sid) ||
      typeof profile !== 'boolean'
    )
      return undefined;
    const viewer = { userId: sub as number, sessionId: sid, profile, verified: claims['verified'] === true };
    const { newUntil, role, rightsVersion, suspended } = claims;
    return {
      ...viewer,
      ...(role === 'moderator' || role === 'administrator' ? { role } : {}),
      ...(typeof rightsVersion === 'number' ? { rightsVersion } : {}),
      ...(suspended === undefined ? {} : { suspended: suspended as SuspendedClaim }),
      ...(claims['probe'] === true ? { probe: true } : {}),
      ...(claims['waiting'] === true ? { waiting: true } : {}),
      ...(typeof newUntil === 'number' && newUntil > now ? { newAccount: true } : {}),
    };
  }
}

function decode(segment: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
