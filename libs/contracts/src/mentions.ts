/** Usernames in running text. This file imports nothing, so that the web can use it without pulling in the schemas. */

/** `@` and what may be a username, not inside an address: no letter, digit or `@` before it, no `@` after it. */
const AT = /(?<![\p{L}\p{M}\p{N}._@/-])@([\p{L}\p{M}\p{N}._-]{1,30})(?![\p{L}\p{M}\p{N}@])/gu;
/** Mentions in one text that are looked at; the rest stays text. */
const MENTIONS_MAX = 20;

/** Where a text may name a user, and what the username may be, the longest first: a dot at its end may be the sentence's. */
export interface PossibleMention {
  /** Of the `@`, in UTF-16 units. */
  readonly at: number;
  readonly names: readonly string[];
}

export function possibleMentions(text: string): PossibleMention[] {
  const found: PossibleMention[] = [];
  for (const match of text.matchAll(AT)) {
    if (found.length === MENTIONS_MAX) break;
    const names = [match[1]!];
    while (/[._-]$/.test(names.at(-1)!) && names.at(-1)!.length > 1) names.push(names.at(-1)!.slice(0, -1));
    found.push({ at: match.index, names });
  }
  return found;
}
