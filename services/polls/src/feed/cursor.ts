import { ApiError } from '@inkling/platform';

/** Where a list goes on: after this poll, and for lists by time after this instant. */
export interface Position {
  readonly pollId: number;
  /** ISO 8601 in UTC with microseconds, as the database holds it; only for lists by time. */
  readonly at?: string;
}

const BY_ID = /^([1-9]\d{0,15})$/;
const BY_TIME = /^([1-9]\d{0,15})@(2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)$/;

/** The database refuses a 30th of February, and a made-up cursor must not become its error. */
function isRealTime(at: string): boolean {
  const time = new Date(at);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === at.slice(0, 19);
}

/** Opaque to everyone else. */
export const encodeCursor = (position: Position): string =>
  Buffer.from(position.at === undefined ? String(position.pollId) : `${position.pollId}@${position.at}`).toString('base64url');

/**
 * Reads a cursor of a list by id, or of a list by time.
 * @throws ApiError `invalid-request` for a text that this list did not give out
 */
export function decodeCursor(cursor: string, kind: 'by-id' | 'by-time'): Position {
  const match = (kind === 'by-id' ? BY_ID : BY_TIME).exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const pollId = Number(match?.[1]);
  const at = match?.[2];
  if (!match || !Number.isSafeInteger(pollId) || (at !== undefined && !isRealTime(at))) {
    throw new ApiError('invalid-request', { message: 'The cursor is not one that this list gave out. Start again without it.' });
  }
  return at === undefined ? { pollId } : { pollId, at };
}
