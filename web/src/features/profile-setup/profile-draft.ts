import { NAME_MAX } from '@inkling/contracts/constants';
import type { User } from '@inkling/contracts';
import { usernameFrom } from '../../components/profile-form/username-from';

/** The name of accounts that have not been given one. */
const PLACEHOLDER_NAME = 'User';

/**
 * The form's initial values: the account's name unless it is the placeholder, and its username or one made from the
 * name.
 */
export function startingProfile(user: Pick<User, 'name' | 'username'>): { name: string; username: string } {
  const name = user.name === PLACEHOLDER_NAME ? '' : user.name.slice(0, NAME_MAX);
  return { name, username: user.username ?? usernameFrom(name) };
}
