const LONGEST_MS = 3_600_000;

/**
 * Milliseconds until the next attempt: doubles with each, up to an hour, with a fifth of chance in it so that what
 * failed together does not come back together. What the other side asked for is the least (and an hour the most).
 * @param attempts made so far, from 1
 */
export function nextAttemptMs(attempts: number, firstMs: number, askedForMs = 0): number {
  const grown = Math.min(LONGEST_MS, firstMs * 2 ** Math.min(20, attempts - 1));
  return Math.round(Math.max(Math.min(LONGEST_MS, askedForMs), grown * (0.9 + 0.2 * Math.random())));
}

/**
 * Milliseconds that a `Retry-After` header asks for (RFC 9110: seconds or a date); undefined when there is none to
 * read.
 */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
