import { NAME_MAX, USERNAME_MAX } from '@inkling/contracts/constants';
import type { User } from '@inkling/contracts';
import { t } from '../../lib/i18n';

/** Name that accounts have before anyone has given one (spec 2, /create-profile). */
const PLACEHOLDER_NAME = 'User';

/** The lowercase name with spaces turned to underscores, without characters that a username cannot have. */
export const usernameFrom = (name: string): string =>
  name
    .trim()
    .toLocaleLowerCase()
    .replaceAll(/\s+/g, '_')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '')
    .slice(0, USERNAME_MAX);

/** What the form starts with (spec 2): the account's name unless it is the placeholder, its username or one made from the name. */
export function startingProfile(user: Pick<User, 'name' | 'username'>): { name: string; username: string } {
  const name = user.name === PLACEHOLDER_NAME ? '' : user.name.slice(0, NAME_MAX);
  return { name, username: user.username ?? usernameFrom(name) };
}

/** What is wrong with each field, in the specification's words (spec 5); an empty object when nothing is. */
export function checkProfile({ name, username }: { name: string; username: string }): { name?: string; username?: string } {
  const problems: { name?: string; username?: string } = {};
  if (name.trim() === '') problems.name = t('profileSetup.nameEmpty');
  if (username.trim() === '') problems.username = t('profileSetup.usernameEmpty');
  else if (/\s/.test(username.trim())) problems.username = t('profileSetup.usernameSpaces');
  return problems;
}
