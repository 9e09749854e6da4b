/** Usernames in running text. This file imports nothing, so that the web can use it without pulling in the schemas. */

/** `@` and what may be a username, not inside an address: no letter, digit or `@` before it, no `@` after it. */
const AT = /(?<![\p{L}\p{M}\p{N}._@/-])@([\p{L}\p{M}\p{N}._-]{1,30})(?![\p{L}\p{M}\p{N}@])/gu;
/** Mentions in one text that are looked at; the rest stays text. */
const MENTIONS_MAX = 20;

/**
 * Where a text may name a user, and what the username may be, the longest first: a dot at its end may be the
 * sentence's.
 */
export interface PossibleMention {
  /** Of the `@`, in UTF-16 units. */
  readonly at: number;
  readonly names: readonly string[];
}

/** Dots, hyphens and underscores that are taken off a username one by one: an ellipsis has three. */
const STRIPPED_MAX = 3;

/**
 * The username as it is written, without the last characters one by one, and without all of them; no more than that.
 */
function candidates(written: string): string[] {
  const bare = written.replace(/[._-]+$/, '');
  if (!/[\p{L}\p{N}]/u.test(bare)) return [];
  const lengths = Array.from({ length: STRIPPED_MAX + 1 }, (_, stripped) => written.length - stripped);
  return [...lengths.filter((length) => length > bare.length), bare.length].map((length) => written.slice(0, length));
}

export function possibleMentions(text: string): PossibleMention[] {
  const found: PossibleMention[] = [];
  for (const match of text.matchAll(AT)) {
    if (found.length === MENTIONS_MAX) break;
    const names = candidates(match[1]!);
    if (names.length > 0) found.push({ at: match.index, names });
  }
  return found;
}
