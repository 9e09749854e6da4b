const codeOf = (error: unknown): string => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = (cause as { code?: unknown }).code;
    if (typeof code === 'string') return code;
  }
  return '';
};

/** A deadlock or a serialization failure: the same transaction may succeed when it runs again. */
export const isRetryable = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error));

/**
 * Codes of the socket, then SQLSTATEs: going down, starting, cancelled or timed out, idle too long, too many
 * connections, out of space or memory, a failing disk, a read-only database.
 */
const CONNECTION_CODES = new Set(
  `ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EHOSTUNREACH ENETUNREACH EAI_AGAIN
   57P01 57P02 57P03 57P05 57014 25P03 53000 53100 53200 53300 55P03 58030 25006`.split(/\s+/),
);

/** Beginnings of what `pg` raises without a code, in lower case. */
const CONNECTION_MESSAGES = [
  'connection terminated',
  'query read timeout',
  'timeout exceeded when trying to connect',
  'client has encountered a connection error',
  'not queryable',
  'cannot use a pool after',
];

/** PostgreSQL cannot be reached or is going down: the caller gets 503, and an event is tried again later. */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (CONNECTION_CODES.has(code) || code.startsWith('08')) return true;
  return error instanceof Error && CONNECTION_MESSAGES.some((message) => error.message.toLowerCase().includes(message));
}
