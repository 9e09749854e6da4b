/**
 * What makes two usernames the same: case and compatibility forms do not count. Independent of the database's locale.
 */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase();

/** The characters of usernames that Unicode's table of confusables (UTS 39) maps to others. */
const CONFUSABLE: Record<string, string> = { I: 'l', '1': 'l', '0': 'o' };

/**
 * The skeleton of UTS 39: usernames with the same skeleton look the same. It needs the username as typed, because a
 * capital I looks like an l and a small i does not; otherwise case does not count.
 */
export const usernameSkeleton = (username: string): string =>
  username
    .replace(/[I10]/g, (character) => CONFUSABLE[character] ?? character)
    .toLowerCase()
    .replaceAll('m', 'rn');

/** A stricter key for reserved names: separators do not count, and i counts as l in either case. */
export const strictKey = (username: string): string =>
  usernameSkeleton(username.toLowerCase()).replaceAll('i', 'l').replace(/[._]/g, '');
