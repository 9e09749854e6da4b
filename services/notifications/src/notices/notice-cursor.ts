import { ApiError } from '@inkling/platform';

/** Where a list of notices goes on: after the one of this moment with this id. */
export interface NoticePosition {
  /** Milliseconds since the epoch, as precise as the database holds it. */
  readonly at: number;
  readonly id: number;
}

const SHAPE = /^(\d{1,14})-([1-9]\d{0,15})$/;

export const encodeNoticeCursor = ({ at, id }: NoticePosition): string => `${at}-${id}`;

/** @throws ApiError `invalid-request` for a text that no list of notices gave out */
export function decodeNoticeCursor(cursor: string): NoticePosition {
  const [, at, id] = SHAPE.exec(cursor) ?? [];
  if (at === undefined || !Number.isSafeInteger(Number(id)))
    throw new ApiError('invalid-request', {
      message: 'The cursor is not one that this list gave out. Start again without it.',
    });
  return { at: Number(at), id: Number(id) };
}
