import { USERNAME_MAX } from '@inkling/contracts/constants';

/**
 * The lowercase name without accents, with underscores for spaces, and without characters that a username cannot have.
 */
export const usernameFrom = (name: string): string =>
  name
    .trim()
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\s+/g, '_')
    .replaceAll(/[^a-z0-9._]/g, '')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, USERNAME_MAX);
