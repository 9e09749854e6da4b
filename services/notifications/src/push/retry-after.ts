/**
 * Reads a `Retry-After` header (RFC 9110: seconds or a date).
 * @returns milliseconds; undefined when the header is missing or unreadable
 */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
