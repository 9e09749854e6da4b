import type { Author } from '@inkling/contracts';

/** How a menu names a person: by username, which is short and unique. */
export const shortNameOf = ({ username, name }: Author): string => (username ? `@${username}` : name);
