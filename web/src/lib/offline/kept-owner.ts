import type { User } from '@inkling/contracts';
import { storedUser } from '../storage';

/** Local storage key of the id of the account whose last feed this browser keeps. Set before anything is kept. */
const STORAGE_KEPT = 'inkling_kept';

/** Whose last feed is kept here; null when there is none. */
export function keptOwner(): number | null {
  try {
    const id = Number(localStorage.getItem(STORAGE_KEPT));
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}

/** Notes whose it is. @returns whether it could be noted; otherwise nothing may be kept, since nobody would clear it */
export function noteKeptOwner(userId: number | null): boolean {
  try {
    if (userId === null) localStorage.removeItem(STORAGE_KEPT);
    else localStorage.setItem(STORAGE_KEPT, String(userId));
    return true;
  } catch {
    return false;
  }
}

/**
 * The user of the last visit, as long as something to show is kept for them: who sees it while the server cannot be
 * asked.
 */
export function keptUser(): User | null {
  const user = storedUser();
  return user?.hasCompletedProfile && keptOwner() === user.id ? user : null;
}
