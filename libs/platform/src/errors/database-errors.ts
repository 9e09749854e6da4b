const codeOf = (error: unknown): string => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = (cause as { code?: unknown }).code;
    if (typeof code === 'string') return code;
  }
  return '';
};

/** A unique key refused the row (SQLSTATE 23505). */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/** The same transaction may succeed when run again: deadlock, or a serialization failure. */
export const isRetryable = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error));

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', '57P01', '57P02', '57P03', '53300']);

/** PostgreSQL cannot be reached or is going down: the caller gets 503, and an event is tried again later. */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (CONNECTION_CODES.has(code) || code.startsWith('08')) return true;
  // `pg` raises these without a code.
  return error instanceof Error && /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Cannot use a pool after/i.test(error.message);
}
