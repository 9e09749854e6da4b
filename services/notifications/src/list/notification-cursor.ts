import { ApiError } from '@inkling/platform';

/** The last notification of a page; the next page begins after it. */
export interface ListPosition {
  /** Milliseconds since the epoch, the precision that the database stores. */
  readonly at: number;
  readonly id: number;
}

const SHAPE = /^(\d{1,14})-([1-9]\d{0,15})$/;

export const encodeCursor = ({ at, id }: ListPosition): string => `${at}-${id}`;

/** @throws ApiError `invalid-request` for a text that `encodeCursor` cannot have made */
export function decodeCursor(cursor: string): ListPosition {
  const [, at, id] = SHAPE.exec(cursor) ?? [];
  if (at === undefined || !Number.isSafeInteger(Number(id)))
    throw new ApiError('invalid-request', {
      message: 'The cursor is not one that this list gave out. Start again without it.',
    });
  return { at: Number(at), id: Number(id) };
}
