import { ApiError } from '@inkling/platform';

/** Where a list continues: after this poll, and in lists by time after this instant. */
export interface Position {
  readonly pollId: number;
  /** ISO 8601 in UTC with microseconds, as the database holds it; only in lists by time. */
  readonly at?: string;
  /** Polls below it that the feed has already shown: as recommendations, or before their turn. */
  readonly without?: readonly number[];
  /** Number of the page that begins there; cursors of earlier versions carry none. */
  readonly page?: number;
}

const PAGE = String.raw`(?:#([1-9]\d{0,5}))?`;
const ID = String.raw`[1-9]\d{0,15}`;
const TIME = String.raw`2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z`;
/** Distances below the position, in base 36; one or two polls are ids after a `!`, as earlier versions read them. */
const BELOW = String.raw`[0-9a-z]{1,11}(?:,[0-9a-z]{1,11}){0,199}`;
const BY_ID = new RegExp(`^(${ID})(?:!(${ID}(?:,${ID}){0,1})|~(${BELOW}))?${PAGE}$`);
const BY_TIME = new RegExp(`^(${ID})@(${TIME})${PAGE}$`);
const COMMENT = new RegExp(`^c(${ID})$`);
/** The largest page number in a cursor; deeper pages all carry this one. */
const PAGE_MAX = 999_999;

const encode = (text: string): string => Buffer.from(text).toString('base64url');
const decode = (cursor: string): string => Buffer.from(cursor, 'base64url').toString('latin1');

/** The cursor of a position: opaque to everyone else. */
export function encodeCursor({ pollId, at, without = [], page }: Position): string {
  const end = at === undefined ? endOf(pollId, without) : `@${at}`;
  return encode(`${pollId}${end}${page === undefined ? '' : `#${Math.min(page, PAGE_MAX)}`}`);
}

/**
 * Reads a cursor of a list by id, or of a list by time.
 * @throws ApiError `invalid-request` for a text that this list did not give out
 */
export function decodeCursor(cursor: string, kind: 'by-id' | 'by-time'): Position {
  const match = (kind === 'by-id' ? BY_ID : BY_TIME).exec(decode(cursor));
  const pollId = Number(match?.[1]);
  if (!match || !Number.isSafeInteger(pollId)) throw foreignCursor();
  const page = match.at(-1) === undefined ? {} : { page: Number(match.at(-1)) };
  if (kind === 'by-id') return { pollId, ...shownBelow(pollId, match[2], match[3]), ...page };
  const at = match[2];
  if (at === undefined || !isRealTime(at)) throw foreignCursor();
  return { pollId, at, ...page };
}

function endOf(pollId: number, without: readonly number[]): string {
  if (without.length === 0) return '';
  if (without.length <= 2) return `!${without.join(',')}`;
  return `~${without.map((id) => (pollId - id).toString(36)).join(',')}`;
}

function shownBelow(pollId: number, ids: string | undefined, distances: string | undefined): Pick<Position, 'without'> {
  if (ids !== undefined) return { without: ids.split(',').map(Number) };
  if (distances === undefined) return {};
  const without = distances.split(',').map((text) => pollId - Number.parseInt(text, 36));
  if (!without.every((id) => Number.isSafeInteger(id) && id > 0 && id < pollId)) throw foreignCursor();
  return { without };
}

/** The cursor of a list of comments, which continues after this comment. */
export const encodeCommentCursor = (commentId: number): string => encode(`c${commentId}`);

/** @throws ApiError `invalid-request` for a text that no list of comments gave out */
export function decodeCommentCursor(cursor: string): number {
  const commentId = Number(COMMENT.exec(decode(cursor))?.[1]);
  if (!Number.isSafeInteger(commentId)) throw foreignCursor();
  return commentId;
}

/**
 * The end of a page's JSON text. Its cursor carries the number of the next page.
 * @param last the last poll shown, when there are more after it
 */
export function paginationJson(page: number, last: Position | undefined): string {
  const cursor = last ? `"${encodeCursor({ ...last, page: page + 1 })}"` : 'null';
  return `"pagination":{"page":${page},"hasMore":${last !== undefined},"nextCursor":${cursor}}`;
}

/** The database refuses a 30th of February, so such a cursor must be refused before. */
function isRealTime(at: string): boolean {
  const time = new Date(at);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === at.slice(0, 19);
}

const foreignCursor = (): ApiError =>
  new ApiError('invalid-request', {
    message: 'The cursor is not one that this list gave out. Start again without it.',
  });
