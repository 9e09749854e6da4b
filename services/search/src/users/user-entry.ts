import type { Folding } from '../text/folding.js';
import { usernameKey } from '../text/search-terms.js';
import { documentTokens, plainText, wordsOf } from '../text/tokens.js';

/** How a user is indexed. */
export interface UserEntry {
  readonly usernameKey: string | null;
  readonly nameText: string | null;
  /** The words of the name, the parts of the username, and the username without separators. */
  readonly tokens: readonly string[];
}

/** The index entry of a user; empty for an incomplete profile. */
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
