import { ApiError } from '@inkling/platform';

const FORM = /^c([1-9]\d{0,15})$/;

/** Where a list of comments goes on: after this comment. Opaque to everyone else. */
export const encodeCommentCursor = (commentId: number): string => Buffer.from(`c${commentId}`).toString('base64url');

/** @throws ApiError `invalid-request` for a text that no list of comments gave out */
export function decodeCommentCursor(cursor: string): number {
  const commentId = Number(FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]);
  if (!Number.isSafeInteger(commentId))
    throw new ApiError('invalid-request', {
      message: 'The cursor is not one that this list gave out. Start again without it.',
    });
  return commentId;
}
