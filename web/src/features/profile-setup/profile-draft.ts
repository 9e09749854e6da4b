import { NAME_MAX } from '@inkling/contracts/constants';
import type { User } from '@inkling/contracts';
import { usernameFrom } from '../../components/profile-form/username-from';

/** Name that accounts have before anyone has given one (spec 2, /create-profile). */
const PLACEHOLDER_NAME = 'User';

/**
 * What the form starts with (spec 2): the account's name unless it is the placeholder, its username or one made from
 * the name.
 */
export function startingProfile(user: Pick<User, 'name' | 'username'>): { name: string; username: string } {
  const name = user.name === PLACEHOLDER_NAME ? '' : user.name.slice(0, NAME_MAX);
  return { name, username: user.username ?? usernameFrom(name) };
}
