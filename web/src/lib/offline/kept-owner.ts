import type { User } from '@inkling/contracts';
import { readItem, storedUser, writeItem } from '../storage';

/** Local storage key of the id of the account whose last feed this browser keeps. Written before anything is kept. */
const STORAGE_KEPT = 'inkling_kept';

/** The account whose last feed is kept here; null when there is none. */
export function keptOwner(): number | null {
  const id = Number(readItem(STORAGE_KEPT));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Records the owner. @returns false when that fails; nothing may be kept then, since nobody would clear it */
export const noteKeptOwner = (userId: number | null): boolean =>
  writeItem(STORAGE_KEPT, userId === null ? null : String(userId));

/** The user of the last visit, while something is kept for them to see when the server cannot be reached. */
export function keptUser(): User | null {
  const user = storedUser();
  return user?.hasCompletedProfile && keptOwner() === user.id ? user : null;
}
