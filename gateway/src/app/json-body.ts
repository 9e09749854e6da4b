import { ApiError } from '@inkling/platform';
import type { FastifyInstance } from 'fastify';

/** Bytes of a JSON body at the most. */
export const JSON_BODY_MAX = 64 * 1024;
/** Escapes by which JSON can carry what PostgreSQL cannot store: NUL, and halves of surrogate pairs. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;

/**
 * Makes JSON the one body type besides forms: an empty body is none, anything unreadable is 400 `invalid-json`, and
 * keys that reach for prototypes are refused.
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
      // The parser answers through the callback, at once.
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
 * True when every text in the value is well-formed and free of NUL. Walks without recursion: nesting is the sender's
 * choice.
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
