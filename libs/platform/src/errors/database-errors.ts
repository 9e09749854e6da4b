const codeOf = (error: unknown): string => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = (cause as { code?: unknown }).code;
    if (typeof code === 'string') return code;
  }
  return '';
};

/** The same transaction may succeed when run again: deadlock, or a serialization failure. */
export const isRetryable = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error));

/**
 * Of the socket, then SQLSTATEs: going down, starting, cancelled or timed out, idle too long, too many connections, out
 * of space or memory, a disk that fails, a database that takes no writes.
 */
const CONNECTION_CODES = new Set(
  `ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EHOSTUNREACH ENETUNREACH EAI_AGAIN
   57P01 57P02 57P03 57P05 57014 25P03 53000 53100 53200 53300 55P03 58030 25006`.split(/\s+/),
);

/** PostgreSQL cannot be reached or is going down: the caller gets 503, and an event is tried again later. */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (CONNECTION_CODES.has(code) || code.startsWith('08')) return true;
  // `pg` raises these without a code.
  return (
    error instanceof Error &&
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Cannot use a pool after/i.test(
      error.message,
    )
  );
}
