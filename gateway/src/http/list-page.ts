import { NEXT_CURSOR_HEADER } from '@inkling/contracts';
import type { FastifyReply } from 'fastify';

/** Answers with a plain list (spec 7); where it goes on is said in a header, absent on the last page. */
export function listPage<T>(reply: FastifyReply, items: T, nextCursor: string | null): T {
  if (nextCursor !== null) reply.header(NEXT_CURSOR_HEADER, nextCursor);
  return items;
}
