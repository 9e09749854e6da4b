import { USERNAME_MAX } from '@inkling/contracts/constants';

/** The lowercase name with spaces turned to underscores, without characters that a username cannot have. */
export const usernameFrom = (name: string): string =>
  name
    .trim()
    .toLocaleLowerCase()
    .replaceAll(/\s+/g, '_')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '')
    .slice(0, USERNAME_MAX);
