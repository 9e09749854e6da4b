import type { Folding } from '../text/folding.js';
import { usernameKey } from '../text/search-terms.js';
import { documentTokens, plainText, wordsOf } from '../text/tokens.js';

/** What a user is found by. */
export interface UserEntry {
  readonly usernameKey: string | null;
  readonly nameText: string | null;
  /** Words of the name, parts of the username, and the username without its separators. */
  readonly tokens: readonly string[];
}

/** An incomplete profile has nothing to be found by. */
export function userEntry(
  folding: Folding,
  user: { name: string; username: string | null; hasCompletedProfile: boolean },
): UserEntry {
  if (!user.hasCompletedProfile || user.username === null) return { usernameKey: null, nameText: null, tokens: [] };
  const [name, username] = [folding.fold(user.name), folding.fold(user.username)];
  return {
    usernameKey: usernameKey(folding, user.username),
    nameText: plainText(name),
    tokens: [...documentTokens([name, username, wordsOf(username).join('')])],
  };
}
