import type { z } from 'zod';
import { ApiError } from './api-error.js';

/**
 * Parses untrusted input with a contract's schema.
 * @throws ApiError `invalid-request`, whose message is the first problem and whose `issues` are all (20 at most)
 */
export function parseOrReject<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues
    .slice(0, 20)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  const first = issues[0];
  const message = first
    ? first.path && /^[a-z]|^Invalid/.test(first.message)
      ? `${first.path}: ${first.message}`
      : first.message
    : undefined;
  throw new ApiError('invalid-request', { ...(message ? { message } : {}), extra: { issues } });
}
