import { ApiError } from '@inkling/platform';
import type { FastifyInstance } from 'fastify';

/** The largest JSON body, in bytes. */
export const JSON_BODY_MAX = 64 * 1024;
/** JSON escapes for what PostgreSQL cannot store: NUL, and halves of surrogate pairs. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;

/**
 * Makes JSON the only body type besides forms. An empty body counts as none; one that cannot be parsed, or has keys
 * that reach for prototypes, is answered 400 `invalid-json`.
 */
export function takeJsonBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser(['application/json', 'application/x-www-form-urlencoded', 'text/plain']);
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: JSON_BODY_MAX },
    (request, text: string, done) => {
      if (text === '') {
        done(null, undefined);
        return;
      }
      // The parser calls back synchronously.
      void parse(request, text, (error, value: unknown) => {
        if (error) done(new ApiError('invalid-json'), undefined);
        else if (SUSPICIOUS.test(text) && !storable(value))
          done(
            new ApiError('invalid-request', { message: 'Text contains characters that cannot be stored.' }),
            undefined,
          );
        else done(null, value);
      });
    },
  );
}

/**
 * True when every text in the value is well-formed and free of NUL. It does not recurse, because the sender decides how
 * deep the value is nested.
 */
function storable(value: unknown): boolean {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const item = rest.pop();
    if (typeof item === 'string') {
      if (item.includes('\u0000') || !item.isWellFormed()) return false;
    } else if (item !== null && typeof item === 'object') {
      for (const [key, child] of Object.entries(item)) rest.push(key, child);
    }
  }
  return true;
}
