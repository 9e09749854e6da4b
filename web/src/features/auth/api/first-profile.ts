import { USERNAME_MAX, USERNAME_MIN } from '@inkling/contracts/constants';
import type { User } from '@inkling/contracts';
import { createProfile } from '../../../components/profile-form/create-profile';
import { usernameFrom } from '../../../components/profile-form/username-from';
import { ApiFailure } from '../../../lib/api';

/** Tries: the username made from the name, then the same with digits. */
const TRIES = 3;
const DIGITS = 4;

function suggestion(name: string, attempt: number): string {
  const base = usernameFrom(name);
  if (attempt === 0 && base.length >= USERNAME_MIN) return base;
  const digits = String(Math.floor(Math.random() * 10 ** DIGITS)).padStart(DIGITS, '0');
  return `${base.slice(0, USERNAME_MAX - DIGITS - 1) || 'voter'}_${digits}`;
}

/**
 * Completes the profile of a new account with its name, and a username made from it that can be changed later. If that
 * fails, the user is returned unchanged and the page for completing a profile follows.
 */
export async function completeProfile(user: User, name: string): Promise<User> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      return await createProfile({ userId: user.id, name, username: suggestion(name, attempt), picture: null });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status < 400 || error.status >= 500) break;
    }
  }
  return user;
}
