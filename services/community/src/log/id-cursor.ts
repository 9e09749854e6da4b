import { ApiError } from '@inkling/platform';

/** The id at which a list goes on, from a cursor that this service gave out. @throws ApiError `invalid-request` */
export function idOf(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new ApiError('invalid-request');
  return Number(cursor);
}
