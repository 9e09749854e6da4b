import { USERNAME_MAX, USERNAME_MIN } from '@inkling/contracts/constants';
import type { User } from '@inkling/contracts';
import { createProfile } from '../../../components/profile-form/create-profile';
import { usernameFrom } from '../../../components/profile-form/username-from';
import { ApiFailure } from '../../../lib/api';

/** Usernames that are tried: the one from the name, then with digits behind it. */
const TRIES = 3;
const DIGITS = 4;

function suggestion(name: string, attempt: number): string {
  const base = usernameFrom(name);
  if (attempt === 0 && base.length >= USERNAME_MIN) return base;
  const digits = String(Math.floor(Math.random() * 10 ** DIGITS)).padStart(DIGITS, '0');
  return `${base.slice(0, USERNAME_MAX - DIGITS - 1) || 'voter'}_${digits}`;
}

/**
 * Completes the profile of a new account with its name, and a username made from it, which can be changed later. Where
 * that does not work the user comes back as they are, and the page that completes a profile is next.
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
