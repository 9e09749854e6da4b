import { ApiError } from '@inkling/platform';

/** Where a list of follows goes on: after the one made at this instant with this user. */
export interface Position {
  readonly userId: number;
  /** ISO 8601 in UTC with microseconds, as the database holds it. */
  readonly at: string;
}

const SHAPE = /^([1-9]\d{0,15}) (2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)$/;

export const encodeCursor = ({ userId, at }: Position): string => Buffer.from(`${userId} ${at}`).toString('base64url');

/** @throws ApiError `invalid-request` for a text that no list of follows gave out */
export function decodeCursor(cursor: string): Position {
  const [, id, at] = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const userId = Number(id);
  const time = new Date(at ?? NaN);
  // JavaScript rolls a 30th of February over; the database would fail on it.
  const real = at !== undefined && !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === at.slice(0, 19);
  if (!real || !Number.isSafeInteger(userId))
    throw new ApiError('invalid-request', {
      message: 'The cursor is not one that this list gave out. Start again without it.',
    });
  return { userId, at };
}
