import { pollPage } from '@inkling/contracts';
import { RawJson } from '@inkling/platform';
import { encodeCursor, type Position } from './cursor.js';

/**
 * The tail of a page's JSON text. Its cursor knows the number of the page that it leads to.
 * @param last the last poll shown, when there are more after it
 */
export const pagination = (page: number, last: Position | undefined): string =>
  `"pagination":{"page":${page},"hasMore":${last !== undefined},"nextCursor":${last ? `"${encodeCursor({ ...last, page: page + 1 })}"` : 'null'}}`;

/** A page's JSON (PollPage) from its polls' JSON, with commas between them, and its tail. */
export const pageJson = (polls: string, tail: string): RawJson => new RawJson(pollPage(polls, tail));
