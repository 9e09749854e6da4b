import { ApiError } from '@inkling/platform';

/** Where a list goes on: after this poll, and for lists by time after this instant. */
export interface Position {
  readonly pollId: number;
  /** ISO 8601 in UTC with microseconds, as the database holds it; only for lists by time. */
  readonly at?: string;
  /** Polls that the feed has shown already, as recommendations. */
  readonly without?: readonly number[];
  /** Number of the page that begins there; cursors of earlier versions carry none. */
  readonly page?: number;
}

const PAGE = '(?:#([1-9]\\d{0,5}))?';
const BY_ID = new RegExp(`^([1-9]\\d{0,15})(?:!([1-9]\\d{0,15}(?:,[1-9]\\d{0,15}){0,1}))?${PAGE}$`);
const BY_TIME = new RegExp(`^([1-9]\\d{0,15})@(2\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z)${PAGE}$`);
/** Pages are counted so far; deeper ones all have this number. */
const PAGE_MAX = 999_999;

/** The database refuses a 30th of February, and a made-up cursor must not become its error. */
function isRealTime(at: string): boolean {
  const time = new Date(at);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === at.slice(0, 19);
}

/** Opaque to everyone else. */
export function encodeCursor({ pollId, at, without = [], page }: Position): string {
  const end = at === undefined ? (without.length > 0 ? `!${without.join(',')}` : '') : `@${at}`;
  return Buffer.from(`${pollId}${end}${page === undefined ? '' : `#${Math.min(page, PAGE_MAX)}`}`).toString(
    'base64url',
  );
}

/**
 * Reads a cursor of a list by id, or of a list by time.
 * @throws ApiError `invalid-request` for a text that this list did not give out
 */
export function decodeCursor(cursor: string, kind: 'by-id' | 'by-time'): Position {
  const match = (kind === 'by-id' ? BY_ID : BY_TIME).exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const pollId = Number(match?.[1]);
  const rest = match?.[2];
  if (!match || !Number.isSafeInteger(pollId)) throw foreign();
  const page = match[3] === undefined ? {} : { page: Number(match[3]) };
  if (kind === 'by-id')
    return { pollId, ...(rest === undefined ? {} : { without: rest.split(',').map(Number) }), ...page };
  if (rest === undefined || !isRealTime(rest)) throw foreign();
  return { pollId, at: rest, ...page };
}

const foreign = (): ApiError =>
  new ApiError('invalid-request', {
    message: 'The cursor is not one that this list gave out. Start again without it.',
  });
