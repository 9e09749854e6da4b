import { USERNAME_MAX } from '@inkling/contracts/constants';

/** A username from a name: lower case, no accents, underscores for spaces, nothing that a username cannot contain. */
export const usernameFrom = (name: string): string =>
  name
    .trim()
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\s+/g, '_')
    .replaceAll(/[^a-z0-9._]/g, '')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, USERNAME_MAX);
